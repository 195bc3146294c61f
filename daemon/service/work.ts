// What an attempt at a job works with: the daemon's parts, the limits shared with other jobs, and
// what can break it off.
import type { Transaction } from '../ports.ts'
import type { RetryWaits } from '../rules/retry-waits.ts'
import { commitPatiently } from './commit.ts'
import type { Lanes } from './lanes.ts'
import type { Parts } from './parts.ts'

export interface Work extends Parts {
  lanes: Lanes
  retryWaits: RetryWaits
  /** The job was canceled. */
  canceled: AbortSignal
  /** The daemon closes: the job goes back to the queue. */
  closing: AbortSignal
  /** Either of both. */
  stop: AbortSignal
}

/** Commits, however long the disk takes nothing, until the daemon closes. */
export function commit<T>(work: Work, change: (tx: Transaction) => T): Promise<T> {
  return commitPatiently(work, work.closing, change)
}

/** The time, as records have it. */
export function now({ clock }: Pick<Parts, 'clock'>): string {
  return new Date(clock.now()).toISOString()
}
