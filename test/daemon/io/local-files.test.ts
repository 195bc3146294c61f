import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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

const target = () => join(folder, 'copied.wav')
const copy = (file: LocalFile, sizeBytes = CONTENT.length) =>
  localFiles.copy(file, sizeBytes, target())

describe('a file that a client names', () => {
  it('is copied whole, for the daemon’s user only', async () => {
    chmodSync(file.path, 0o444)
    await copy({ ...file, stamp: stamp(file.path) })
    expect(readFileSync(target()).equals(CONTENT)).toBe(true)
    expect(statSync(target()).mode & 0o777).toBe(0o600)
  })

  it('takes the place of what was copied before', async () => {
    writeFileSync(target(), randomBytes(2_000_000))
    await copy(file)
    expect(readFileSync(target()).equals(CONTENT)).toBe(true)
  })

  it('may be named by a link to it', async () => {
    const path = join(folder, 'link.wav')
    symlinkSync(file.path, path)
    await copy({ ...file, path })
    expect(readFileSync(target()).equals(CONTENT)).toBe(true)
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
    await expect(copy(change(file))).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it.skipIf(process.getuid?.() === 0)('is refused when the daemon may not read it', async () => {
    spawnSync('chmod', ['000', file.path])
    await expect(copy({ ...file, stamp: stamp(file.path) })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('is refused when it is not as long as the upload', async () => {
    await expect(copy(file, CONTENT.length + 1)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is refused when it is written to while it is copied', async () => {
    truncateSync(file.path, 300_000_000)
    const long = { ...file, stamp: stamp(file.path) }
    const copying = copy(long, 300_000_000)
    while (!existsSync(target())) await new Promise((resolve) => setImmediate(resolve))
    writeFileSync(file.path, 'changed', { flag: 'r+' })
    await expect(copying).rejects.toMatchObject({ code: 'invalid_request' })
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
