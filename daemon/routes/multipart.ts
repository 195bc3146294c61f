// Form B: one file and a few text fields in any order. The file goes to disk as it arrives;
// fields may follow it, so nothing is created before the form has ended.
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import { ONE_SHOT_MAX_BYTES } from '../../src/api/limits.ts'
import { CreateFileFields } from '../../src/api/schemas.ts'
import type { Options } from '../../src/api/types.ts'
import { callerOf } from '../hooks/auth.ts'
import { dropFile, optionsOf, type ReceivedFile, receiveFile } from '../service/create.ts'
import type { Service } from '../service/parts.ts'
import { idempotencyKey, matching } from './input.ts'

/** Room for the text fields and the part headers around a file of the largest size, in bytes. */
const FORM_OVERHEAD_BYTES = 64 * 1024

interface Form {
  file: ReceivedFile
  options: Options
  webhookUrl: string | null
}

/**
 * Receives the whole form. When it rejects, nothing of the file is left.
 *
 * @throws ApiError invalid_request, unsupported_media, media_too_large, insufficient_minutes,
 *   email_not_verified
 */
export async function receiveForm(service: Service, request: FastifyRequest): Promise<Form> {
  refuseByLength(request)
  let file: ReceivedFile | undefined
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of legible(() => request.parts())) {
      if (part.type === 'field') addField(fields, part)
      else if (file !== undefined) throw fault('file', 'must be sent once')
      else file = await receivePart(service, request, part)
    }
    if (file === undefined) throw fault('file', 'is required')
    if (file.size === 0) throw fault('file', 'must not be empty')
    const { diarize, webhook_url, ...rest } = matching(request, CreateFileFields, fields)
    const options = optionsOf({ ...rest, diarize: diarize === 'true' })
    return { file, options, webhookUrl: webhook_url ?? null }
  } catch (error) {
    if (file !== undefined) await dropFile(service, file)
    throw error
  }
}

function receivePart(
  service: Service,
  request: FastifyRequest,
  part: MultipartFile,
): Promise<ReceivedFile> {
  if (part.fieldname !== 'file') throw fault(part.fieldname, 'is not known')
  const mimeType = part.mimetype === 'application/octet-stream' ? null : part.mimetype
  const { filename } = part
  const body = legible<Uint8Array>(() => part.file)
  const received = { filename, mimeType, body }
  return receiveFile(service, callerOf(request), received, idempotencyKey(request))
}

/** What goes wrong in reading a form is the form's fault: it is cut off, or none at all. */
async function* legible<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* open()
  } catch (cause) {
    throw new ApiError('invalid_request', 'The form cannot be read.', {}, { status: 400, cause })
  }
}

function addField(fields: Record<string, unknown>, part: Exclude<Multipart, MultipartFile>): void {
  if (part.fieldname in fields) throw fault(part.fieldname, 'must be sent once')
  if (part.valueTruncated || part.fieldnameTruncated) throw fault(part.fieldname, 'is too long')
  fields[part.fieldname] = part.value
}

/** A form that says itself that it is too large is refused before a byte of it is read. */
function refuseByLength(request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? 0)
  const teamBytes = callerOf(request).team.limits.max_file_bytes
  const maxBytes = Math.min(ONE_SHOT_MAX_BYTES, teamBytes)
  if (length <= maxBytes + FORM_OVERHEAD_BYTES) return
  const message =
    teamBytes > ONE_SHOT_MAX_BYTES
      ? `One request takes files up to ${counted(maxBytes, 'byte')}. Send larger ones as a chunked upload.`
      : `Files may have up to ${counted(maxBytes, 'byte')}.`
  throw new ApiError('media_too_large', message, { max_bytes: maxBytes })
}

function fault(field: string, what: string): ApiError {
  return new ApiError('invalid_request', `The form field ${field} ${what}.`, {
    params: { [field]: what },
  })
}
