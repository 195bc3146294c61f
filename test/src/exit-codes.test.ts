import { describe, expect, it } from 'vitest'
import { ApiError, JobError, REQUEST_ERRORS, type RequestErrorCode } from '../../src/api/errors.ts'
import type { Transcription } from '../../src/api/types.ts'
import {
  ChecksFailed,
  InputsFailed,
  Interrupted,
  JobNotCompleted,
  ServerUnreachable,
  StillRunning,
  TooFewMinutes,
  UsageError,
} from '../../src/errors.ts'
import { exitCodeOf } from '../../src/exit-codes.ts'

/** The contract's table. */
const CONTRACT: Record<number, RequestErrorCode[]> = {
  2: [
    'invalid_request',
    'invalid_url',
    'unsupported_platform',
    'unsupported_media',
    'media_too_large',
  ],
  3: ['unauthorized', 'insufficient_scope', 'email_not_verified', 'forbidden_origin'],
  4: ['not_found'],
  7: ['insufficient_minutes', 'no_active_plan'],
  8: ['rate_limited', 'too_many_active_jobs', 'service_unavailable', 'internal_error'],
  9: ['upload_incomplete', 'invalid_state', 'idempotency_conflict'],
}

const failedJob = {
  id: 'tr_1',
  status: 'failed',
  error: { code: 'no_speech', message: null },
} as Transcription

describe('exit codes', () => {
  it('covers every error code of the API', () => {
    expect(Object.values(CONTRACT).flat().sort()).toEqual(Object.keys(REQUEST_ERRORS).sort())
  })

  for (const [exitCode, codes] of Object.entries(CONTRACT)) {
    it.each(codes)(`${exitCode} for %s`, (code) => {
      expect(exitCodeOf(new ApiError(code, 'refused'))).toBe(Number(exitCode))
    })
  }

  it.each([
    ['a usage error', new UsageError('bad flag'), 2],
    ['a failed job', new JobNotCompleted(failedJob), 5],
    ['a job that would fail', new JobError('media_too_long', '6 hours'), 5],
    ['minutes that do not suffice', new TooFewMinutes('insufficient_minutes', '9 needed'), 7],
    ['a wait that ran out', new StillRunning('tr_1', 'queued'), 6],
    ['an interruption', new Interrupted(), 130],
    ['a server that cannot be reached', new ServerUnreachable('nobody listens'), 1],
    ['failed checks', new ChecksFailed(), 1],
    ['a bug', new TypeError('x is not a function'), 1],
    ['what is no error at all', 'text', 1],
  ])('%s', (_title, error, exitCode) => {
    expect(exitCodeOf(error)).toBe(exitCode)
  })

  it('is that of the first failure where there were several inputs', () => {
    expect(exitCodeOf(new InputsFailed(new ApiError('not_found', 'gone')))).toBe(4)
  })

  it('goes by the HTTP status for a code that is newer than the table', () => {
    const body = { code: 'plan_paused', message: 'paused', retryable: false }
    expect(exitCodeOf(ApiError.received(body, { status: 402 }))).toBe(7)
  })

  it('does not take names of object methods for codes', () => {
    const body = { code: 'constructor', message: '', retryable: true }
    expect(exitCodeOf(ApiError.received(body, { status: 500 }))).toBe(8)
  })
})
