// The folder of upload sessions: a file for each unfinished upload, and beside it, while a process
// works on it, a lock file. Sessions that nobody comes back to are swept.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../atomic-file.ts'
import { takeLock } from '../lock-file.ts'

const FOLDER = 'uploads'
const SLOTS = 32
/** Servers forget reservations sooner. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000

/** Folders, and the sessions in them that this process works on. */
const held = new Map<string, Set<string>>()

/**
 * Makes the folder where it is missing and sweeps it; not again while this process works on some
 * of it, as there may be thousands.
 *
 * @returns its path
 */
export async function openSessionFolder(stateDir: string): Promise<string> {
  const folder = join(stateDir, FOLDER)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(dirname(folder))
  else if (!held.get(folder)?.size) await sweep(folder)
  return folder
}

export function lockOf(path: string): string {
  return `${path}.lock`
}

/**
 * The first session of this name that no other process works on, locked. Several processes may
 * send the same file at the same time, each by a wish of its own.
 */
export async function lockFreeSlot(stem: string): Promise<string> {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const path = `${stem}-${slot}.json`
    if (!(await takeLock(lockOf(path)))) continue
    const folder = dirname(path)
    held.set(folder, (held.get(folder) ?? new Set()).add(path))
    return path
  }
  throw new Error(`${SLOTS} uploads of the same file run already`)
}

/** Lets other processes have the session. */
export async function unlock(path: string): Promise<void> {
  held.get(dirname(path))?.delete(path)
  await rm(lockOf(path), { force: true })
}

/** Paths of all sessions, also of those that are worked on. */
export async function listSessions(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /-\d+\.json$/.test(name)).map((name) => join(folder, name))
}

/** Removes what is old: sessions that nobody works on, and what killed processes left behind. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_MS) await removeUnheld(path)
  }
}

async function removeUnheld(path: string): Promise<void> {
  const session = /^(.+-\d+\.json)(\.lock)?$/.exec(path)?.[1]
  if (session === undefined) return rm(path, { force: true })
  if (!(await takeLock(lockOf(session)))) return
  // The lock of a session that is not old itself.
  if (path === session) await rm(session, { force: true })
  await rm(lockOf(session), { force: true })
}
