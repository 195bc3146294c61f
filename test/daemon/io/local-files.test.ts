import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localFiles } from '../../../daemon/io/local-files.ts'
import { type LocalFile, stampOf } from '../../../src/api/local-file.ts'

const CONTENT = randomBytes(1_500_000)
const CHUNK = { index: 1, offset: 400_001, size: 1_000_000 }

let folder = ''
let file: LocalFile = { path: '', stamp: '' }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-files-'))
  file = made('talk.wav')
})
afterEach(() => rmSync(folder, { recursive: true }))

function made(name: string): LocalFile {
  const path = join(folder, name)
  writeFileSync(path, CONTENT)
  return { path, stamp: stamp(path) }
}

const stamp = (path: string) => stampOf(statSync(path, { bigint: true }))

/** @param whenRead called after the first piece */
async function read(file: LocalFile, whenRead = (): unknown => null, signal?: AbortSignal) {
  const pieces: Uint8Array[] = []
  for await (const piece of localFiles.read(file, CHUNK, signal ?? new AbortController().signal)) {
    pieces.push(Buffer.from(piece))
    if (pieces.length === 1) whenRead()
  }
  return Buffer.concat(pieces)
}

describe('a file that a client names', () => {
  it('gives the bytes in the place of the chunk', async () => {
    expect((await read(file)).equals(CONTENT.subarray(400_001, 1_400_001))).toBe(true)
  })

  it('gives several chunks at once, none the bytes of another', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => read(file)))
    expect(all.every((bytes) => bytes.equals(all[0] ?? bytes))).toBe(true)
    expect(all[0]?.equals(CONTENT.subarray(400_001, 1_400_001))).toBe(true)
  })

  it('may be named by a link to it', async () => {
    const path = join(folder, 'link.wav')
    symlinkSync(file.path, path)
    expect(await read({ ...file, path })).toHaveLength(CHUNK.size)
  })

  it.each<[string, (file: LocalFile) => LocalFile]>([
    ['that is not there', ({ path, stamp }) => ({ path: `${path}.gone`, stamp })],
    ['that is another one here', ({ stamp }) => ({ path: made('other.wav').path, stamp })],
    ['that is named by chance', ({ path }) => ({ path, stamp: '1-2-3-4-5' })],
    ['whose path has a zero byte', ({ path, stamp }) => ({ path: `${path}\0`, stamp })],
    ['that is a folder', () => named(join(folder, 'dir'), (path) => mkdirSync(path))],
    ['that is a pipe', () => named(join(folder, 'pipe'), (path) => spawnSync('mkfifo', [path]))],
    ['that has become shorter', (file) => changed(file, () => truncateSync(file.path, 1_000_000))],
    ['that was written to', (file) => changed(file, () => appendFileSync(file.path, 'more'))],
  ])('is refused as invalid_request when it is one %s', async (_title, change) => {
    await expect(read(change(file))).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it.skipIf(process.getuid?.() === 0)('is refused when the daemon may not read it', async () => {
    spawnSync('chmod', ['000', file.path])
    await expect(read({ ...file, stamp: stamp(file.path) })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it.each([
    ['written to', () => writeFileSync(file.path, 'changed', { flag: 'r+' })],
    ['cut off', () => truncateSync(file.path, 500_000)],
  ])('is refused when it is %s while it is read', async (_title, change) => {
    await expect(read(file, change)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is read no further once nobody waits for it', async () => {
    const stop = new AbortController()
    const reading = read(file, () => stop.abort(new Error('gone')), stop.signal)
    await expect(reading).rejects.toThrow('gone')
  })
})

function named(path: string, make: (path: string) => void): LocalFile {
  make(path)
  return { path, stamp: stamp(path) }
}

function changed(file: LocalFile, change: () => void): LocalFile {
  change()
  return file
}
