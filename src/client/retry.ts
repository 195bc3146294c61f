// When a request is sent again, and how long that takes: pure, so that the rule can be read.
import { ApiError } from '../api/errors.ts'
import { ServerUnreachable } from '../errors.ts'

export const MAX_ATTEMPTS = 6

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000

/**
 * Only errors the server calls retryable, and a lost connection to a server that has answered
 * before: one that was never reached is more likely a wrong address than a bad moment.
 *
 * @param attempt attempts made so far, from 1
 */
export function mayRetry(error: unknown, attempt: number, reachedBefore: boolean): boolean {
  if (attempt >= MAX_ATTEMPTS) return false
  if (error instanceof ServerUnreachable) return reachedBefore
  return error instanceof ApiError && error.retryable
}

/**
 * The server's Retry-After where it gave one, else doubling waits, each shortened by chance so
 * that many clients don't come back at the same moment.
 *
 * @param random 0 to 1
 */
export function retryWaitMs(error: unknown, attempt: number, random: number): number {
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
    return error.retryAfterSeconds * 1000
  }
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return longest / 2 + (longest / 2) * random
}
