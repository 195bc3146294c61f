// Whether a process is still the one it was: pids are given out again, start times are not.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface ProcessIdentity {
  pid: number
  /** When it started, in the words of the system; null where that cannot be told. */
  started: string | null
}

export async function processIdentity(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startOf(pid) }
}

/** False when the process has ended or its pid belongs to another one now. */
export async function isSameProcess(known: ProcessIdentity): Promise<boolean> {
  if (!isThere(known.pid)) return false
  const started = await startOf(known.pid)
  // Where a start time is unknown, a living pid is taken for the same: refusing is the safe side.
  return started === null || known.started === null || started === known.started
}

function isThere(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function startOf(pid: number): Promise<string | null> {
  return process.platform === 'linux' ? linuxStart(pid) : posixStart(pid)
}

/** Clock ticks since boot, and which boot; `ended` for one that nobody has waited for yet. */
async function linuxStart(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name (field 2) may hold spaces and brackets; the fields after it begin with the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}:${fields[22 - 3]}`
  } catch {
    return null
  }
}

async function posixStart(pid: number): Promise<string | null> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || null
  } catch {
    return null
  }
}
