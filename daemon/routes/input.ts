// Reading requests: what the route schemas cannot say.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { ApiError } from '../../src/api/errors.ts'
import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../../src/api/limits.ts'
import type { StaticOf } from '../../src/api/schemas.ts'
import { invalidParams } from '../hooks/errors.ts'

/**
 * A body that must match a schema chosen by what it contains.
 *
 * @throws ApiError invalid_request with `params`
 */
export function matching<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  value: unknown,
): StaticOf<T> {
  const validate = request.compileValidationSchema(schema)
  if (validate(value)) return value as StaticOf<T>
  throw invalidParams(validate.errors ?? [])
}

/** The Idempotency-Key header, or null. @throws ApiError invalid_request */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key.length > 0 && key.length <= IDEMPOTENCY_KEY_MAX_LENGTH) {
    return key
  }
  throw new ApiError(
    'invalid_request',
    `The Idempotency-Key header takes 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters.`,
    { params: { 'Idempotency-Key': `must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters` } },
  )
}

/** Aborts when the client goes away before it has its answer. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

/** What opens an upload in the place of a credential. */
export function uploadTokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers['x-upload-token']
  return typeof token === 'string' ? token : undefined
}
