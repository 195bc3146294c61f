// What can go wrong on this side of the wire. Each class is one row of the exit-code table;
// what the server refused is an ApiError, and anything else is a bug.
import type { SignatureFault } from './api/signature.ts'
import type { RequestErrorCode, Transcription } from './api/types.ts'

/** A flag, an argument or a file that cannot be used; nothing was sent for it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What the API would call it. */
  readonly code: RequestErrorCode

  constructor(message: string, code: RequestErrorCode = 'invalid_request') {
    super(message)
    this.code = code
  }
}

/** Not sent, as it would cost more minutes than the account has, or than the user allows. */
export class TooFewMinutes extends Error {
  override readonly name = 'TooFewMinutes'
  readonly code: 'insufficient_minutes' | 'over_max_minutes'

  constructor(code: TooFewMinutes['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** No answer: nobody listens, the network is down, or what answered is not the API. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
}

/** The job ended without a transcript: it failed or was canceled. */
export class JobNotCompleted extends Error {
  override readonly name = 'JobNotCompleted'
  /** The job failure's code, or `canceled`. */
  readonly code: string

  constructor(job: Transcription) {
    const reason = job.error?.message ?? null
    super(
      job.status === 'canceled'
        ? `${job.id} was canceled`
        : `${job.id} failed: ${job.error?.code ?? 'unknown'}${reason === null ? '' : ` (${reason})`}`,
    )
    this.code = job.status === 'canceled' ? 'canceled' : (job.error?.code ?? 'unknown')
  }
}

/** The waiting time ran out before the job was final; the job goes on. */
export class StillRunning extends Error {
  override readonly name = 'StillRunning'

  constructor(id: string, status: string, hint = `\`scribe wait ${id}\` goes on waiting`) {
    super(`${id} is still ${status}; ${hint}`)
  }
}

/** Ctrl-C or a termination signal; the message says how to go on. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor(hint = '') {
    super(hint === '' ? 'Interrupted.' : `Interrupted. ${hint}`)
  }
}

/** A webhook delivery that is not genuine or not recent, and why, for people and for scripts. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
  /** `mistakes` are codes of the usual ones that explain it; `hint` says what to do. */
  readonly details: { reason: SignatureFault; mistakes: string[]; hint: string }

  constructor(summary: string, details: NotVerified['details']) {
    super(`${summary}. ${details.hint}`)
    this.details = details
  }
}

/** A webhook receiver did not answer, or not with 2xx. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

/** Several inputs, some failed; each has been named on stderr already. */
export class InputsFailed extends Error {
  override readonly name = 'InputsFailed'

  constructor(first: unknown) {
    super('some inputs failed', { cause: first })
  }
}

/** A check has printed what is wrong; only the exit code is left to say. */
export class ChecksFailed extends Error {
  override readonly name = 'ChecksFailed'
}
