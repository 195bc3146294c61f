// One job in a real speech child: formats, times, failures, and what the listener is told.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hear, MEDIA_DIR, makeLongMedia, openSpeech, SPOKEN } from '../../support/speech.ts'

const SHARED = resolve('../shared/audio')

let folder: string
let long: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-speech-'))
  long = makeLongMedia(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a speech child', () => {
  const { speech } = openSpeech()
  afterAll(() => speech.close())

  const formats = [
    ...['3gp', 'aac', 'ac3', 'aiff', 'amr', 'avi', 'caf', 'flac', 'flv', 'm2ts', 'm4a', 'mkv'],
    ...['mov', 'mp2', 'mp3', 'mp4', 'ogg', 'opus', 'wav', 'webm', 'wma'],
  ]
  it.each(formats)('transcribes %s', async (format) => {
    const { text, language, duration_seconds } = await hear(speech, `speech.${format}`)
    expect(text).toBe(SPOKEN)
    expect(language).toBe('en')
    expect(duration_seconds).toBeCloseTo(4.1, 0)
  })

  it('hears the speech of one channel of two', async () => {
    expect((await hear(speech, 'right-channel.opus')).text).toBe(SPOKEN)
  })

  it('hears speech that cancels out in the mean of its channels', async () => {
    expect((await hear(speech, 'upside-down.opus')).text).toBe(SPOKEN)
  })

  it('gives every segment its words, with times and confidence', async () => {
    const { segments } = await hear(speech, 'speech.wav')
    for (const segment of segments) {
      expect(segment).toMatchObject({ language: 'en', speaker: null })
      expect(segment.words?.map((word) => word.text).join(' ')).toBe(segment.text)
      for (const word of segment.words ?? []) {
        expect(word.end).toBeGreaterThan(word.start)
        expect(word.confidence).toBeGreaterThan(0.1)
      }
    }
  })

  it('counts times from the start of the media, where the audio begins late', async () => {
    const [first] = (await hear(speech, 'late-start.webm')).segments
    expect(first?.start).toBeCloseTo(2.5, 0)
  })

  it('counts times over a hole in the recording', async () => {
    const { segments } = await hear(speech, 'gap.m2ts')
    expect(segments.map((segment) => Math.round(segment.start))).toEqual([1, 10])
  })

  it.each(['mp3', 'mp4', 'wav'])('transcribes what there is of a truncated %s', async (format) => {
    expect((await hear(speech, `truncated.${format}`)).text).toMatch(/^the weather is nice/)
  })

  it.each([
    ['silence.mp3', 'no_speech'],
    ['video-only.mp4', 'unsupported_media'],
    ['text.mp3', 'unsupported_media'],
    ['empty.mp3', 'unsupported_media'],
  ])('fails %s with %s', async (name, code) => {
    await expect(hear(speech, name)).rejects.toMatchObject({ name: 'JobError', code })
  })

  it('opens no file that a playlist names', async () => {
    // Opening a named pipe would block for ever.
    await copyFile(join(MEDIA_DIR, 'playlist.mp4'), join(folder, 'playlist.mp4'))
    execFileSync('mkfifo', [join(folder, 'speech.m2ts')])
    await expect(hear(speech, join(folder, 'playlist.mp4'))).rejects.toMatchObject({
      code: 'unsupported_media',
    })
  })

  it('refuses a language that the model does not know', async () => {
    const heard = hear(speech, 'speech.wav', { language: 'de' })
    await expect(heard).rejects.toMatchObject({ code: 'unsupported_language' })
  })

  it('tells the duration first, and waits with the segments until it is taken', async () => {
    const steps: string[] = []
    await hear(speech, 'speech.wav', {
      media: async ({ duration_seconds, format }) => {
        await new Promise((done) => setTimeout(done, 500))
        steps.push(`${format} ${duration_seconds}`)
      },
      segment: () => steps.push('segment'),
    })
    expect(steps).toEqual(['wav 4.14', 'segment'])
  })

  it('stops when the duration is not taken, with that error', async () => {
    const refusal = new Error('insufficient minutes')
    const heard = hear(speech, long, { media: () => Promise.reject(refusal) })
    await expect(heard).rejects.toBe(refusal)
  })

  it('reports progress that never runs backwards', async () => {
    const progress: number[] = []
    await hear(speech, resolve('samples/welcome.mp3'), { progress: (at) => progress.push(at) })
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBeGreaterThan(15)
  })

  it('hears the welcome sample word for word', async () => {
    const { segments } = await hear(speech, resolve('samples/welcome.mp3'))
    const written = await readFile('samples/welcome.txt', 'utf8')
    expect(segments.map((segment) => segment.text).join(' ')).toBe(written.trim())
  })

  it('hears speech without a pause word for word over the place where it is cut', async () => {
    const spoken = await readFile(join(MEDIA_DIR, 'no-pause.txt'), 'utf8')
    expect((await hear(speech, 'no-pause.opus')).text).toBe(spoken.trim())
  })

  it.skipIf(!existsSync(SHARED))('hears the reference recording word for word', async () => {
    expect((await hear(speech, join(SHARED, 'jfk.wav'))).text).toBe(
      'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    )
  })
})
