// Every answer that is an error leaves through here, in the API's envelope.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { BILLING_PATH, JSON_MAX_BYTES } from '../config.ts'

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  registerNotFound(app)
}

/** Below a prefix of its own, an unknown route passes that part's hooks first. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const where = `${request.method} ${request.url.split('?')[0]}`
    return sendError(reply, new ApiError('not_found', `There is no endpoint ${where}.`))
  })
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ApiError ? error : (brokeOff(request) ?? toApiError(error))
  if (known === null) request.log.error({ err: error, request_id: request.id }, 'request failed')
  return sendError(
    reply,
    known ?? new ApiError('internal_error', `Something went wrong here (request ${request.id}).`),
  )
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  // Requests that fail before the routes are reached have no id in their answer yet.
  reply.header('x-request-id', reply.request.id)
  if (error.status === 429) reply.header('retry-after', error.retryAfterSeconds ?? 1)
  // The rest of a refused body is not read: the connection ends with the answer.
  if (!reply.request.raw.complete) reply.header('connection', 'close')
  const { error: body } = error.envelope()
  if (error.code === 'insufficient_minutes') body.action_url = billingUrl(reply.request)
  return reply.code(error.status).type('application/json; charset=utf-8').send({ error: body })
}

function billingUrl({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}${BILLING_PATH}`
}

/** The client went away within its body: whatever failed then failed because of that. */
function brokeOff({ raw }: FastifyRequest): ApiError | null {
  if (raw.complete || !raw.destroyed) return null
  return new ApiError('invalid_request', 'The request broke off.', {}, { status: 400 })
}

function toApiError(error: FastifyError): ApiError | null {
  if (error.validation) return invalidParams(error.validation)
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new ApiError('service_unavailable', 'The disk of the server is full. Try again later.')
  }
  if (error.statusCode === 413) {
    return new ApiError('media_too_large', 'The request body is too large.', {
      max_bytes: JSON_MAX_BYTES,
    })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('invalid_request', error.message, {}, { status: 400 })
  }
  return null
}

interface SchemaFault {
  keyword: string
  instancePath: string
  message?: string
  params: Record<string, unknown>
}

/** One 422 that names every field at fault in `params`, dotted where it is nested. */
export function invalidParams(faults: readonly SchemaFault[]): ApiError {
  const params: Record<string, string> = {}
  for (const fault of faults) {
    const [field, text] = describe(fault)
    params[field] ??= text
  }
  const fields = Object.keys(params).join(', ')
  return new ApiError('invalid_request', `Correct these and send it again: ${fields}.`, { params })
}

function describe({ keyword, instancePath, message, params }: SchemaFault): [string, string] {
  const path = instancePath.split('/').slice(1)
  if (keyword === 'required') {
    return [[...path, String(params.missingProperty)].join('.'), 'is required']
  }
  if (keyword === 'additionalProperties') {
    return [[...path, String(params.additionalProperty)].join('.'), 'is not known']
  }
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : ''
  return [path.join('.') || 'body', `${message ?? 'is invalid'}${allowed}`]
}
