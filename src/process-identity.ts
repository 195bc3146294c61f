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

/**
 * True while some process has this number, also one of another user. One that has ended is not
 * alive, even where nobody has waited for it, as in containers whose first process does not.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = statOf(pid)?.[0]
  return state !== 'Z' && state !== 'X'
}

function startedTicks(pid: number): string | null {
  return statOf(pid)?.[22 - 3] ?? null
}

/** Fields 3 (the state) and up of proc_pid_stat(5); null where the system does not tell. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Counted from behind the name, which is in brackets and may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
