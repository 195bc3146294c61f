// `scribe daemon logs`: the log of the daemon in the background, its last lines or as it grows.

import { once } from 'node:events'
import { watch } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { logPathOf } from '../local-daemon/log-file.ts'

/** As much of the end as is printed at first. */
const TAIL_BYTES = 64 * 1024

export async function logs({ io, folders, signal }: Context, follow: boolean): Promise<void> {
  const path = logPathOf(folders.state)
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) throw new Error(`There is no log yet (${path})`)
  try {
    const { size } = await handle.stat()
    let offset = await lineStart(handle, Math.max(0, size - TAIL_BYTES))
    const watcher = follow ? watch(path, { signal }) : null
    watcher?.on('error', () => undefined)
    for (;;) {
      const grown = watcher && once(watcher, 'change', { signal }).catch(() => undefined)
      offset = await printFrom(handle, offset, (text) => io.write(text))
      if (grown === null) return
      await grown
      signal.throwIfAborted()
    }
  } finally {
    await handle.close()
  }
}

/** The first byte after a line feed from `offset` on, so that no half line is printed. */
async function lineStart(handle: FileHandle, offset: number): Promise<number> {
  if (offset === 0) return 0
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, offset)
  const lineFeed = buffer.subarray(0, bytesRead).indexOf('\n')
  return lineFeed < 0 ? offset : offset + lineFeed + 1
}

/** @returns the offset up to which everything was printed */
async function printFrom(
  handle: FileHandle,
  offset: number,
  write: (text: string) => Promise<void>,
): Promise<number> {
  const buffer = Buffer.alloc(TAIL_BYTES)
  for (let at = offset; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return at
    const whole = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1 || bytesRead
    await write(buffer.toString('utf8', 0, whole))
    at += whole
  }
}
