// The exit codes of the contract, in one pure table: scripts depend on every line of it.
import { ApiError, JobError, type RequestErrorCode } from './api/errors.ts'
import {
  InputsFailed,
  Interrupted,
  JobNotCompleted,
  NotVerified,
  StillRunning,
  TooFewMinutes,
  UsageError,
} from './errors.ts'

export const EXIT = {
  done: 0,
  failure: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  jobNotCompleted: 5,
  stillRunning: 6,
  noMinutes: 7,
  tryLater: 8,
  conflict: 9,
  notVerified: 10,
  interrupted: 130,
} as const

const BY_CODE: Record<RequestErrorCode, number> = {
  invalid_request: EXIT.usage,
  invalid_url: EXIT.usage,
  unsupported_platform: EXIT.usage,
  unsupported_media: EXIT.usage,
  media_too_large: EXIT.usage,
  unauthorized: EXIT.notAllowed,
  insufficient_scope: EXIT.notAllowed,
  email_not_verified: EXIT.notAllowed,
  forbidden_origin: EXIT.notAllowed,
  not_found: EXIT.notFound,
  insufficient_minutes: EXIT.noMinutes,
  no_active_plan: EXIT.noMinutes,
  rate_limited: EXIT.tryLater,
  too_many_active_jobs: EXIT.tryLater,
  service_unavailable: EXIT.tryLater,
  internal_error: EXIT.tryLater,
  upload_incomplete: EXIT.conflict,
  invalid_state: EXIT.conflict,
  idempotency_conflict: EXIT.conflict,
}

/** For codes that a newer server made up: what their HTTP status stands for. */
const BY_STATUS: Record<number, number> = {
  400: EXIT.usage,
  401: EXIT.notAllowed,
  402: EXIT.noMinutes,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  409: EXIT.conflict,
  413: EXIT.usage,
  422: EXIT.usage,
}

/** The exit code for whatever a command threw; 1 for what nobody foresaw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof InputsFailed) return exitCodeOf(error.cause)
  if (error instanceof ApiError) return exitCodeOfApi(error)
  if (error instanceof UsageError) return EXIT.usage
  if (error instanceof TooFewMinutes) return EXIT.noMinutes
  if (error instanceof JobNotCompleted || error instanceof JobError) return EXIT.jobNotCompleted
  if (error instanceof StillRunning) return EXIT.stillRunning
  if (error instanceof NotVerified) return EXIT.notVerified
  if (error instanceof Interrupted) return EXIT.interrupted
  return EXIT.failure
}

function exitCodeOfApi(error: ApiError): number {
  if (Object.hasOwn(BY_CODE, error.code)) return BY_CODE[error.code as RequestErrorCode]
  return BY_STATUS[error.status] ?? (error.retryable ? EXIT.tryLater : EXIT.failure)
}

/** The API's codes that end a command with this exit code. */
export function apiCodesOf(exit: number): string[] {
  return Object.keys(BY_CODE).filter((code) => BY_CODE[code as RequestErrorCode] === exit)
}
