// How far a job has come, told as often as somebody may want to know it: after every piece, and a
// few times a second where nobody speaks. It never runs backwards.
import { roundMs } from './words.ts'

export interface Progress {
  /** All is done up to here, in seconds of the media. */
  at(seconds: number): void
  /** As `at`, for every little step. */
  passing(seconds: number): void
  /** Work goes on, but has not come any further. */
  alive(): void
}

const EVERY_MS = 500

/** @param tell gets seconds of the media, in whole milliseconds */
export function createProgress(tell: (seconds: number) => void): Progress {
  let reached = 0
  let due = 0
  const at = (seconds: number) => {
    reached = Math.max(reached, roundMs(seconds))
    due = performance.now() + EVERY_MS
    tell(reached)
  }
  const passing = (seconds: number) => {
    if (performance.now() >= due) at(seconds)
  }
  return { at, passing, alive: () => passing(reached) }
}
