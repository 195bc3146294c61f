// Turns a refusal as it came over the wire into an error: the API's envelope into an ApiError,
// and what is no envelope (a proxy's page, a wrong base URL) into something a person can act on.
import { ApiError, type ErrorBody, REQUEST_ERRORS, type RequestErrorCode } from '../api/errors.ts'
import { ServerUnreachable } from '../errors.ts'
import { noteSent } from './sent.ts'

export interface Answer {
  status: number
  /** Whole seconds of Retry-After, where the server gave them. */
  retryAfterSeconds: number | undefined
  text: string
  /** The body as it was sent; `text` has replaced what is no UTF-8. */
  bytes: Uint8Array
}

/** Codes for answers without an envelope, as gateways in between give them. */
const BARE_STATUS: Record<number, RequestErrorCode> = {
  401: 'unauthorized',
  413: 'media_too_large',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'service_unavailable',
  503: 'service_unavailable',
  504: 'service_unavailable',
}

/** @returns the error that an answer outside 200 to 299 stands for */
export function refusalOf(answer: Answer, url: string): Error {
  const options = retryAfterOption(answer)
  const body = envelopeBody(answer.text)
  if (body !== null) return ApiError.received(body, { ...options, status: answer.status })
  const code = BARE_STATUS[answer.status]
  const heard = `${url} answered ${answer.status}`
  if (code !== undefined)
    return new ApiError(code, heard, {}, { ...options, status: answer.status })
  return new ServerUnreachable(`${heard}, which is not the API; does the base URL end in /v1?`)
}

/**
 * The JSON of an answer from 200 to 299, as the API's types have it; sent.ts knows its text.
 *
 * @throws ServerUnreachable for anything else: a web page answers 200 too
 */
export function jsonOf<T>({ text }: Pick<Answer, 'text'>): T {
  try {
    return noteSent(JSON.parse(text) as T, text)
  } catch (cause) {
    const message = 'The answer is no JSON, so it is not the API; does the base URL end in /v1?'
    throw new ServerUnreachable(message, { cause })
  }
}

function retryAfterOption({ retryAfterSeconds }: Answer): { retryAfterSeconds?: number } {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
}

function envelopeBody(text: string): ErrorBody | null {
  const parsed = parseJson(text)
  const error = isObject(parsed) ? parsed.error : null
  if (!isObject(error) || typeof error.code !== 'string') return null
  const known = Object.hasOwn(REQUEST_ERRORS, error.code)
  return {
    ...error,
    code: error.code,
    message: typeof error.message === 'string' ? error.message : error.code,
    retryable:
      typeof error.retryable === 'boolean'
        ? error.retryable
        : known && REQUEST_ERRORS[error.code as RequestErrorCode].retryable,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
