// Says on stderr what went wrong: a sentence for people, the API's error envelope under --json.
// Names and server texts may hold anything; nothing gets to a terminal with control characters.

import { counted } from './api/counted.ts'
import { ApiError, type ErrorEnvelope, JobError } from './api/errors.ts'
import {
  Interrupted,
  JobNotCompleted,
  NotDelivered,
  NotVerified,
  ServerUnreachable,
  StillRunning,
  TooFewMinutes,
  UsageError,
} from './errors.ts'
import { printable } from './text.ts'
import { rangesOf } from './uploads/ranges.ts'

/** One line, or several where the server named several fields. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return describeApiError(error)
  return printable(error instanceof Error ? error.message : String(error))
}

function describeApiError(error: ApiError): string {
  const { params, action_url, minutes_needed, minutes_remaining, max_bytes, missing_chunks } =
    error.details
  const lines = [`${printable(error.message)} (${printable(error.code)})`]
  for (const [field, problem] of Object.entries(params ?? {})) {
    lines.push(`  ${printable(field)}: ${printable(String(problem))}`)
  }
  if (minutes_remaining !== undefined) {
    lines.push(`  minutes needed: ${minutes_needed ?? 'unknown'}, left: ${minutes_remaining}`)
  }
  if (error.retryAfterSeconds !== undefined) {
    lines.push(`  the server asks to wait ${error.retryAfterSeconds} s`)
  }
  if (error.code === 'unauthorized') {
    lines.push('  `scribe login` keeps a key; SCRIBE_API_KEY gives one for a single command')
  }
  if (action_url !== undefined) lines.push(`  get more minutes: ${printable(action_url)}`)
  if (max_bytes !== undefined) lines.push(`  largest file allowed: ${counted(max_bytes, 'byte')}`)
  if (missing_chunks !== undefined) lines.push(`  missing chunks: ${rangesOf(missing_chunks)}`)
  return lines.join('\n')
}

/**
 * The same as the API's envelope; the server's own envelope where it was the server that refused.
 *
 * @param input names the input that failed where a command had several
 */
export function envelopeOf(error: unknown, input?: string): ErrorEnvelope {
  const body =
    error instanceof ApiError
      ? error.envelope().error
      : {
          code: codeOf(error),
          message: error instanceof Error ? error.message : String(error),
          retryable: error instanceof StillRunning || error instanceof ServerUnreachable,
          ...(error instanceof NotVerified ? error.details : {}),
        }
  return { error: input === undefined ? body : ({ ...body, input } as typeof body) }
}

function codeOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof JobNotCompleted) return error.code
  if (error instanceof JobError || error instanceof TooFewMinutes) return error.code
  if (error instanceof StillRunning) return 'still_running'
  if (error instanceof ServerUnreachable) return 'server_unreachable'
  if (error instanceof NotVerified) return 'not_verified'
  if (error instanceof NotDelivered) return 'not_delivered'
  if (error instanceof Interrupted) return 'interrupted'
  return 'unexpected_failure'
}
