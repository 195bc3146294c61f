// Files that are there whole or not at all: written beside their place, made durable, renamed.
import { randomBytes } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces the file at `path` in one step. A link keeps pointing to its file, an existing file
 * keeps its mode, and what is no regular file (a pipe, /dev/null) is written to, not replaced.
 *
 * @param mode of a new file; the user's default when undefined
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const place = await realpath(path).catch(() => path)
  const existing = await stat(place).catch(() => undefined)
  if (existing !== undefined && !existing.isFile()) return writeInto(place, content)
  const temporary = join(dirname(place), `.${shortened(basename(place))}.${unique()}.tmp`)
  try {
    await writeNew(temporary, content, mode ?? (existing && existing.mode & 0o777))
    await rename(temporary, place)
    await syncFolder(dirname(place))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeNew(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What is no matter of the disk: folders that may not be opened, systems without such a call. */
const NO_SYNC = new Set(['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP'])

/** Makes the new name last. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (!NO_SYNC.has(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

async function writeInto(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'w')
  await handle.writeFile(content).finally(() => handle.close())
}

function unique(): string {
  return randomBytes(6).toString('hex')
}

/** Leaves room for the additions within the 255 bytes that a file name may have. */
function shortened(name: string): string {
  return Buffer.from(name)
    .subarray(0, 200)
    .toString()
    .replace(/\ufffd+$/, '')
}
