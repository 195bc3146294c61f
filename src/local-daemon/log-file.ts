// The log of daemons that run in the background: one file, opened for appending, put aside when
// it has grown large so that it can never fill the disk.
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const LARGEST_BYTES = 10_000_000

export function logPathOf(stateDir: string): string {
  return join(stateDir, 'daemon.log')
}

/** @returns the open file, readable by the user only, and how long it is by now */
export async function openLog(stateDir: string) {
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const path = logPathOf(stateDir)
  const old = await stat(path).catch(() => undefined)
  if (old !== undefined && old.size > LARGEST_BYTES) await rename(path, `${path}.1`)
  const handle = await open(path, 'a', 0o600)
  return { handle, path, sizeBytes: (await handle.stat()).size }
}

/** The message of the last readable line from `offset` on: why a daemon did not start. */
export async function lastMessage(path: string, offset: number): Promise<string | null> {
  const text = (await readFile(path)).subarray(offset).toString('utf8').trim()
  const line = text.split('\n').findLast((candidate) => candidate.trim() !== '')
  return line === undefined ? null : messageOf(line)
}

function messageOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
    return err?.message ?? msg ?? line
  } catch {
    return line.replace(/^scribe: /, '')
  }
}
