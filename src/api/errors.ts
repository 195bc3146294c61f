// The error table of the contract: every code with its status and whether a retry may help.
// Request errors travel in the envelope `{error: {code, message, retryable, …}}`;
// job failures are the `error` of a transcription that failed later.

interface RequestErrorRow {
  status: number
  retryable: boolean
}

export const REQUEST_ERRORS = {
  invalid_request: { status: 422, retryable: false },
  invalid_url: { status: 422, retryable: false },
  unsupported_platform: { status: 422, retryable: false },
  unsupported_media: { status: 422, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_scope: { status: 403, retryable: false },
  email_not_verified: { status: 403, retryable: false },
  forbidden_origin: { status: 403, retryable: false },
  insufficient_minutes: { status: 402, retryable: false },
  no_active_plan: { status: 402, retryable: false },
  not_found: { status: 404, retryable: false },
  upload_incomplete: { status: 409, retryable: false },
  invalid_state: { status: 409, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  media_too_large: { status: 413, retryable: false },
  rate_limited: { status: 429, retryable: true },
  too_many_active_jobs: { status: 429, retryable: true },
  internal_error: { status: 500, retryable: true },
  service_unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, RequestErrorRow>

export type RequestErrorCode = keyof typeof REQUEST_ERRORS

export const JOB_FAILURES = [
  'media_unavailable',
  'media_private',
  'age_restricted',
  'live_stream',
  'no_captions',
  'media_too_long',
  'unsupported_media',
  'no_speech',
  'unsupported_language',
  'insufficient_minutes',
  'fetch_failed',
  'transcription_failed',
] as const

export type JobFailureCode = (typeof JOB_FAILURES)[number]

/** Fields that some errors carry beside code, message and retryable. */
export interface ErrorDetails {
  action_url?: string
  minutes_needed?: number | null
  minutes_remaining?: number
  supported_platforms?: string[]
  missing_chunks?: number[]
  max_bytes?: number
  params?: Record<string, string>
}

export interface ErrorBody extends ErrorDetails {
  /** A code of the table; a newer server may know more. */
  code: string
  message: string
  retryable: boolean
}

export interface ErrorEnvelope {
  error: ErrorBody
}

export interface ApiErrorOptions {
  /** HTTP status where it differs from the table's (invalid_request may be 400). */
  status?: number
  /** Where it differs from the table's, or the table does not know the code. */
  retryable?: boolean
  /** Whole seconds for the Retry-After header. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** This request fails. The server throws it; the client makes it again from the envelope. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly retryable: boolean
  readonly details: ErrorDetails
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RequestErrorCode,
    message: string,
    details: ErrorDetails = {},
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause })
    const row = rowOf(code)
    this.code = code
    this.status = options.status ?? row.status
    this.retryable = options.retryable ?? row.retryable
    this.details = details
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** The error a server sent; its code may be newer than the table. */
  static received(body: ErrorBody, options: ApiErrorOptions): ApiError {
    const { code, message, retryable, ...details } = body
    return new ApiError(code as RequestErrorCode, message, details, { ...options, retryable })
  }

  envelope(): ErrorEnvelope {
    const { code, message, retryable } = this
    return { error: { code, message, retryable, ...this.details } }
  }
}

function rowOf(code: string): RequestErrorRow {
  return Object.hasOwn(REQUEST_ERRORS, code)
    ? REQUEST_ERRORS[code as RequestErrorCode]
    : { status: 500, retryable: false }
}

/** This job fails: it becomes the `error` of its transcription. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly code: JobFailureCode

  constructor(code: JobFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}
