// Checks of the machine: Node, its clock, room on the disk.
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CheckResult, fail, ok, warn } from './check.ts'

const OLDEST_NODE = [20, 19] as const
/** Older than scribe itself: a clock before this day was never set. */
const EARLIEST_DAY_MS = Date.UTC(2025, 0, 1)
const LATEST_DAY_MS = Date.UTC(2100, 0, 1)
const LITTLE_BYTES = 2_000_000_000
const TOO_LITTLE_BYTES = 200_000_000

/** @param version as process.versions.node has it */
export function checkNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const oldest = OLDEST_NODE.join('.')
  const enough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  return enough ? ok(version) : fail(version, `install Node ${oldest} or newer`)
}

/** Tokens, uploads and webhook signatures depend on the time. */
export function checkClock(nowMs: number): CheckResult {
  const time = new Date(nowMs).toISOString()
  const sane = nowMs > EARLIEST_DAY_MS && nowMs < LATEST_DAY_MS
  return sane ? ok(time) : fail(time, 'set the clock; signatures and expiry times depend on it')
}

/** @param folder it need not exist yet: then its nearest existing parent counts */
export async function checkDisk(folder: string): Promise<CheckResult> {
  const { bavail, bsize } = await nearestStatfs(folder)
  const freeBytes = bavail * bsize
  const message = `${(freeBytes / 1_000_000_000).toFixed(1)} GB free for ${folder}`
  const fix = 'make room, or set SCRIBE_DATA_DIR to a folder on a larger disk'
  if (freeBytes < TOO_LITTLE_BYTES) return fail(message, fix)
  return freeBytes < LITTLE_BYTES ? warn(message, fix) : ok(message)
}

async function nearestStatfs(folder: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(folder)
  } catch (error) {
    if (dirname(folder) === folder) throw error
    return nearestStatfs(dirname(folder))
  }
}
