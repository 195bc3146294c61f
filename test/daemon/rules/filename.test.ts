import { describe, expect, it } from 'vitest'
import { baseName, mediaExtension, mimeType } from '../../../daemon/rules/filename.ts'
import { MEDIA_EXTENSIONS } from '../../../src/api/limits.ts'

describe('file names', () => {
  it.each([
    ['talk.mp3', 'talk.mp3'],
    ['/etc/../home/talk.mp3', 'talk.mp3'],
    ['C:\\media\\talk.mp3', 'talk.mp3'],
    ['two\nlines\u0007.wav', 'twolines.wav'],
    ['räksmörgås 日本語.mp4', 'räksmörgås 日本語.mp4'],
    ['-rf.ogg', '-rf.ogg'],
  ])('%j is kept as %j', (given, kept) => {
    expect(baseName(given)).toBe(kept)
  })

  it('takes the extension in either case', () => {
    expect(mediaExtension('TALK.MP3')).toBe('mp3')
  })

  it.each(['notes.txt', 'noextension', 'archive.mp3.zip', '', '.'])('refuses %j', (name) => {
    expect(() => mediaExtension(name)).toThrow(
      expect.objectContaining({ code: 'unsupported_media' }),
    )
  })

  it('knows the MIME type of every extension it accepts', () => {
    const unknown = MEDIA_EXTENSIONS.filter((e) => !/^(audio|video)\//.test(mimeType(e)))
    expect(unknown).toEqual([])
  })
})
