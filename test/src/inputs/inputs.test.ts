import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNKED_MAX_BYTES } from '../../../src/api/limits.ts'
import { baseNameOf, type Input, readInputs } from '../../../src/inputs/inputs.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-inputs-'))
  for (const name of ['b.mp3', 'a.WAV', 'notes.txt', '.hidden.mp3']) put(name, 'x')
  put('empty.mp3', '')
  put('large.wav', 'x')
  truncateSync(join(folder, 'large.wav'), CHUNKED_MAX_BYTES + 1)
  for (const name of ['deep', 'folder.mp3', 'silent']) mkdirSync(join(folder, name))
  put('deep/c.ogg', 'x')
})
afterAll(() => rmSync(folder, { recursive: true }))

function put(name: string, content: string): void {
  writeFileSync(join(folder, name), content)
}

async function only(name: string, recursive = false): Promise<Input> {
  const [input, ...others] = await readInputs([join(folder, name)], recursive)
  if (input === undefined || others.length > 0) throw new Error('one input was expected')
  return input
}

async function reason(name: string, recursive = false): Promise<string> {
  const input = await only(name, recursive)
  return input.kind === 'bad' ? input.error.message : 'usable'
}

describe('readInputs', () => {
  it('takes a media file by its extension, in any case', async () => {
    expect(await only('a.WAV')).toMatchObject({ kind: 'file', path: join(folder, 'a.WAV') })
  })

  it.each([
    ['missing.mp3', /no such file/],
    ['b.mp3/below.mp3', /no such file/],
    ['lost\ufffd.mp3', /no such file; a name that is not UTF-8/],
    ['empty.mp3', /empty/],
    ['folder.mp3', /folder; --recursive/],
    ['notes.txt', /no audio or video file/],
    ['large.wav', /2000000001 bytes are too many/],
  ])('says what is wrong with %s', async (name, expected) => {
    expect(await reason(name)).toMatch(expected)
  })

  it('leaves every URL to the server, whatever its scheme', async () => {
    const [input] = await readInputs(['ftp://example.com/a.mp3'], false)
    expect(input?.kind).toBe('url')
  })

  it.skipIf(process.getuid?.() === 0)('says when a file may not be read', async () => {
    put('secret.mp3', 'x')
    chmodSync(join(folder, 'secret.mp3'), 0)
    expect(await reason('secret.mp3')).toMatch(/permission denied/)
  })

  it('takes a folder as the media files below it, by name, without hidden ones', async () => {
    const inputs = await readInputs([join(folder, 'deep'), join(folder, 'b.mp3')], true)
    expect(inputs.map(baseNameOf)).toEqual(['c.ogg', 'b.mp3'])
    const all = await readInputs([folder], true)
    expect(all.map(baseNameOf)).toEqual(['a.WAV', 'b.mp3', 'c.ogg', 'empty.mp3', 'large.wav'])
  })

  it('says when a folder holds no media', async () => {
    expect(await reason('silent', true)).toMatch(/no audio or video files/)
  })

  it.skipIf(process.getuid?.() === 0)('names a folder inside that it may not read', async () => {
    mkdirSync(join(folder, 'deep/closed'))
    chmodSync(join(folder, 'deep/closed'), 0)
    const inputs = await readInputs([join(folder, 'deep')], true)
    expect(inputs.map(({ kind }) => kind)).toEqual(['file', 'bad'])
  })

  it('leaves out links to folders', async () => {
    symlinkSync(join(folder, 'deep'), join(folder, 'deep/loop.mp3'))
    const inputs = await readInputs([join(folder, 'deep')], true)
    expect(inputs.map(baseNameOf)).toEqual(['c.ogg'])
    unlinkSync(join(folder, 'deep/loop.mp3'))
  })

  it('keeps the order of the command line, good and bad', async () => {
    const inputs = await readInputs(['https://example.com/v', '/nowhere.mp3', '-'], false)
    expect(inputs.map(({ kind }) => kind)).toEqual(['url', 'bad', 'stdin'])
  })

  it('reads stdin once only', async () => {
    await expect(readInputs(['-', '-'], false)).rejects.toThrow(/once/)
  })
})

describe('baseNameOf', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://example.com', 'example_com'],
    ['https://example.com/?v=../../etc/passwd', '______etc_passwd'],
  ])('names %s after the video', async (given, expected) => {
    expect(baseNameOf({ kind: 'url', given })).toBe(expected)
  })
})
