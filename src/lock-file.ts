// Locks between processes. A lock file appears with its content in one step and names its process,
// so that one left by a killed process is taken away.
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts'

/** Holders are done in a few milliseconds; whoever takes longer is stopped or stuck. */
const PATIENCE_MS = 5000
const LOOK_AGAIN_MS = 10

/**
 * Runs `work` while no other process runs its own under the same lock.
 *
 * @param path its folder exists
 * @throws Error when another process does not let go of it
 */
export async function withLock<T>(path: string, signal: AbortSignal, work: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await takeLock(path))) {
    if (performance.now() > deadline) throw new Error(`Another scribe holds ${path}; try again`)
    await sleep(LOOK_AGAIN_MS)
    signal.throwIfAborted()
  }
  try {
    return work()
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Whoever has it removes the file when done.
 *
 * @param path its folder exists
 * @returns false while another process has it
 */
export async function takeLock(path: string): Promise<boolean> {
  const mine = `${path}.${randomUUID()}`
  try {
    if (!(await clearStale(path, mine))) return false
    await writeFile(mine, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
    await link(mine, path)
    return true
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(mine, { force: true })
  }
}

/** @returns false while the holder runs, or when another process cleared it at the same moment */
async function clearStale(path: string, aside: string): Promise<boolean> {
  const holder = await readFile(path, 'utf8').catch(() => null)
  if (holder === null) return true
  if (isHeld(holder)) return false
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved === holder) return true
  if (moved !== null) await link(aside, path)
  return false
}

/** A lock that a power cut left empty belongs to nobody. */
function isHeld(holder: string): boolean {
  try {
    return isRunning(JSON.parse(holder) as ProcessIdentity)
  } catch {
    return false
  }
}
