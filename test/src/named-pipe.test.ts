import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openNamedPipe } from '../../src/named-pipe.ts'

const folder = mkdtempSync(join(tmpdir(), 'scribe-pipe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makePipe(name: string): string {
  const path = join(folder, name)
  execFileSync('mkfifo', [path])
  return path
}

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  it('gives every byte that is written, however much', async () => {
    const path = makePipe('much')
    const bytes = Buffer.alloc(1_000_000, 'x')
    createWriteStream(path).end(bytes)
    const stream = await openNamedPipe(path, new AbortController().signal)
    expect(Buffer.concat(await stream.toArray()).equals(bytes)).toBe(true)
  })

  it('that nobody writes to can be given up', async () => {
    const abort = new AbortController()
    const opening = openNamedPipe(makePipe('alone'), abort.signal)
    abort.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
  })
})
