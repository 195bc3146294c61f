// The error table as schemas and answers: every code is a schema of its own, so that clients that
// are generated can tell codes apart by their types, and tests that an endpoint answers with
// those codes only that it says it does.
import { REQUEST_ERRORS, type RequestErrorCode } from '../../src/api/errors.ts'
import { refTo } from './schemas.ts'
import type { Answer, JsonSchema } from './types.ts'

interface ErrorNote {
  when: string
  /** Fields beside code, message and retryable. */
  extra?: Record<string, JsonSchema>
  /** Of those, the ones that are not always there. */
  optional?: string[]
}

const integer = { type: 'integer' }
const string = { type: 'string' }

const NOTES: Partial<Record<RequestErrorCode, ErrorNote>> = {
  invalid_request: {
    when: 'Something in the request is missing or invalid; `params` says what, field by field.',
    extra: { params: { type: 'object', additionalProperties: string } },
    optional: ['params'],
  },
  invalid_url: { when: '`url` is not the address of a supported video.' },
  unsupported_platform: {
    when: 'There is no such `platform`.',
    extra: { supported_platforms: { type: 'array', items: string } },
  },
  unsupported_media: { when: 'The name of the file has no supported extension.' },
  unauthorized: { when: 'The credential is missing, invalid, expired or revoked.' },
  insufficient_scope: { when: 'The credential lacks the scope of this endpoint.' },
  email_not_verified: { when: 'The email address is not verified.' },
  forbidden_origin: { when: "The login cookie was sent by another site's page." },
  insufficient_minutes: {
    when: 'Too few usable minutes are left.',
    extra: {
      action_url: { ...string, format: 'uri' },
      minutes_needed: { type: ['integer', 'null'] },
      minutes_remaining: integer,
    },
  },
  not_found: { when: 'There is no such thing for this team.' },
  upload_incomplete: {
    when: 'Chunks have not arrived yet.',
    extra: { missing_chunks: { type: 'array', items: integer } },
  },
  invalid_state: { when: 'The transcription does not await an upload.' },
  idempotency_conflict: { when: 'The Idempotency-Key was used with other parameters.' },
  media_too_large: {
    when: 'The file or the request is larger than `max_bytes`.',
    extra: { max_bytes: integer },
  },
  rate_limited: { when: 'More requests than the account may make in a minute.' },
  too_many_active_jobs: { when: 'More transcriptions or open uploads than the account may have.' },
  internal_error: { when: 'A fault of the server.' },
  service_unavailable: { when: 'The server cannot take the request right now.' },
}

/** `components.schemas` of the errors that the endpoints answer with. */
export function errorSchemas(): Record<string, JsonSchema> {
  const entries = Object.entries(NOTES) as [RequestErrorCode, ErrorNote][]
  return Object.fromEntries(entries.map(([code, note]) => [nameOf(code), errorSchema(code, note)]))
}

/**
 * The answers for these codes, one a status: what it means, and the envelope.
 *
 * @param headersOf the headers of an answer with this status
 */
export function errorAnswers(
  codes: readonly RequestErrorCode[],
  headersOf: (status: number) => Record<string, object>,
): Record<string, Answer> {
  const byStatus = new Map<number, RequestErrorCode[]>()
  for (const code of codes) {
    for (const status of statusesOf(code)) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  const answers = [...byStatus].map(([status, those]): [string, Answer] => {
    const schemas = those.map((code) => refTo(nameOf(code)))
    const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
    return [
      String(status),
      {
        description: those.map((code) => `\`${code}\`: ${NOTES[code]?.when}`).join('\n\n'),
        headers: headersOf(status),
        content: { 'application/json': { schema: schema ?? {} } },
      },
    ]
  })
  return Object.fromEntries(answers)
}

/** 400 tells that a request cannot be read, 422 that what it says cannot be. */
function statusesOf(code: RequestErrorCode): number[] {
  const { status } = REQUEST_ERRORS[code]
  return code === 'invalid_request' ? [400, status] : [status]
}

function errorSchema(code: RequestErrorCode, note: ErrorNote): JsonSchema {
  const { when, extra = {}, optional = [] } = note
  const always = Object.keys(extra).filter((field) => !optional.includes(field))
  return {
    type: 'object',
    description: when,
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'retryable', ...always],
        properties: {
          code: { type: 'string', const: code },
          message: { type: 'string', description: 'For people; its wording may change.' },
          retryable: { type: 'boolean', const: REQUEST_ERRORS[code].retryable },
          ...extra,
        },
      },
    },
  }
}

/** invalid_request → InvalidRequestError. */
function nameOf(code: RequestErrorCode): string {
  const words = code.replace(/_error$/, '').split('_')
  return `${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')}Error`
}
