// Which process wrote a file, in a way that survives the reuse of its number: pids come back soon
// in containers, so the start time is noted too where the system tells it (Linux).
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** Clock ticks between boot and the process's start; null where that is not known. */
  started_ticks: string | null
}

export function identityOf(pid: number): ProcessIdentity {
  return { pid, started_ticks: startedTicks(pid) }
}

/** True while that very process runs. */
export function isRunning({ pid, started_ticks }: ProcessIdentity): boolean {
  return isAlive(pid) && (started_ticks === null || startedTicks(pid) === started_ticks)
}

/** True while some process has this number, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function startedTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Field 22; counted from behind the name, which is in brackets and may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
