// Writes that survive a power cut. A file is written beside its final name, flushed, renamed and
// its folder flushed: whoever opens the name finds the old contents or the new, never a mixture.
// It refuses to hide a failed flush: after one, nobody knows what the disk holds.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Ends the names of files that are still being written; left-overs may be deleted at start. */
export const TEMPORARY_SUFFIX = '.tmp'

export type Contents = string | Uint8Array | AsyncIterable<string | Uint8Array>

/**
 * Replaces the file at `path` in one step, readable by its owner only (mode 0600).
 *
 * @param contents a stream is written piece by piece as it comes; its error leaves `path` as it was
 * @param signal looked at between pieces; rejects with an AbortError and leaves `path` as it was
 */
export async function writeFileDurably(
  path: string,
  contents: Contents,
  signal?: AbortSignal,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}${TEMPORARY_SUFFIX}`
  try {
    await writeSynced(temporary, contents, signal)
    await renameDurably(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeSynced(path: string, contents: Contents, signal?: AbortSignal): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeFile(handle, contents, { signal })
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and its parents where they are missing, to last, for its owner only (0700). */
export async function makeFolderDurably(path: string): Promise<void> {
  const topmost = await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
  if (topmost === undefined) return
  for (let made = resolve(path); ; made = dirname(made)) {
    await fsyncDir(dirname(made))
    if (made === resolve(topmost) || made === dirname(made)) return
  }
}

/** Renames, replacing what `to` was, and makes the new name last. The contents must be synced. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await fsyncDir(dirname(to))
  if (dirname(from) !== dirname(to)) await fsyncDir(dirname(from))
}

/** Makes the names in a folder last. Windows has no such call and keeps them by itself. */
export async function fsyncDir(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
