// How long a job waits before it is tried again, by what broke the attempt off. What the job itself
// is to blame for is not tried again.

/** `passing` may be over in a moment; a site that is `asked_too_often` wants to be left alone. */
export type Trouble = 'passing' | 'asked_too_often'

/** Seconds before the second and before the third attempt. */
export type RetryWaits = Record<Trouble, readonly [number, number]>

export const RETRY_WAITS: RetryWaits = { passing: [1, 5], asked_too_often: [30, 120] }

/** After the last of these the job has failed. */
export const ATTEMPTS = 3

/**
 * @param attempts how many there were
 * @returns milliseconds until the next one; null when there is none
 */
export function retryWaitMs(waits: RetryWaits, trouble: Trouble, attempts: number): number | null {
  const seconds = waits[trouble][attempts - 1]
  return seconds === undefined ? null : seconds * 1000
}
