// When a request is sent again, and how long that takes: pure, so that the rule can be read.
import { ApiError } from '../api/errors.ts'
import { ConnectionFailed } from './connection.ts'

/** Repeats of what the server refused for the moment. */
export const RETRIES = 5
/** Repeats after a lost connection: enough for a network that is away for a minute. */
export const RECONNECTS = 12

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 20_000
/** Who is asked to wait longer is told so instead. */
const LONGEST_RETRY_AFTER_SECONDS = 3600

export interface Circumstances {
  /** The server has answered before, so its address is right. */
  reached: boolean
  /** Doing the work twice is no harm: a read, or a request with an idempotency key. */
  repeatable: boolean
  /** Overrides both numbers above. */
  maxRetries: number | undefined
}

/**
 * How often a request that failed with `error` may be sent again.
 *
 * Only errors that the server calls retryable count, and lost connections to a server that is
 * there: one that was never reached is more likely a wrong address than a bad moment. What must
 * not be done twice is sent again only when it has certainly not been done.
 */
export function retriesFor(error: unknown, circumstances: Circumstances): number {
  const { reached, repeatable, maxRetries } = circumstances
  if (error instanceof ConnectionFailed) {
    if (error.established ? !repeatable : !reached) return 0
    return maxRetries ?? (reached ? RECONNECTS : RETRIES)
  }
  if (!(error instanceof ApiError) || !error.retryable) return 0
  if (!repeatable && error.status !== 429 && error.status !== 503) return 0
  if ((error.retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return 0
  return maxRetries ?? RETRIES
}

/**
 * The server's Retry-After where it gave one, else doubling waits, each shortened by chance so
 * that many clients don't come back at the same moment.
 *
 * @param attempt attempts made so far, from 1
 * @param random 0 to 1
 */
export function retryWaitMs(error: unknown, attempt: number, random: number): number {
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
    return error.retryAfterSeconds * 1000
  }
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return longest / 2 + (longest / 2) * random
}

/**
 * Seconds of a Retry-After header: a number, or the date that gateways may give instead.
 *
 * @returns undefined when there is none that can be read
 */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const atMs = /^[A-Z][a-z]+, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}
