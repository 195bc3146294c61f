// Making transcriptions: the reservation of a chunked upload, and a file sent in one request.
// Both go through one transaction that looks up the Idempotency-Key, checks the account and
// writes everything that belongs together.

import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import { CHUNKED_MAX_BYTES, ONE_SHOT_MAX_BYTES } from '../../src/api/limits.ts'
import type { Chunk, Created, CreateUpload, Options } from '../../src/api/types.ts'
import { UPLOAD_TOKEN_SECONDS } from '../config.ts'
import { newId, newSecret, sha256 } from '../ids.ts'
import type { TranscriptionRecord, UploadRecord } from '../records.ts'
import { chunkPlan } from '../rules/chunk-plan.ts'
import { baseName, mediaExtension } from '../rules/filename.ts'
import { findOriginal, isRepeated, remember } from './idempotency.ts'
import { checkWebhook, newJob, refuseCaller } from './new-job.ts'
import type { Caller, Service } from './parts.ts'
import { present } from './present.ts'

/** A reservation or a received file, with the token when one was issued. */
export interface Creation {
  job: TranscriptionRecord
  upload: { token: string; expiresAt: string; chunks: Chunk[] } | null
  /** False when the Idempotency-Key named an earlier transcription, or one is reused. */
  created: boolean
  /** True when an earlier transcription of the same video took the place of a new one. */
  reused: boolean
}

/**
 * Reserves a chunked upload. Repeating it with the same key renews the upload token.
 *
 * @throws ApiError unsupported_media, media_too_large, insufficient_minutes,
 *   email_not_verified, too_many_active_jobs, idempotency_conflict; invalid_request and
 *   service_unavailable for webhook_url
 */
export async function reserveUpload(
  service: Service,
  caller: Caller,
  body: CreateUpload,
  idempotencyKey: string | null,
): Promise<Creation> {
  const filename = baseName(body.upload.filename)
  mediaExtension(filename)
  refuseTooLarge(body.upload.size, Math.min(CHUNKED_MAX_BYTES, caller.team.limits.max_file_bytes))
  const source = { platform: 'upload', filename, size: body.upload.size } as const
  const { webhook_url = null } = body
  const mime_type = body.upload.mime_type ?? null
  const draft = { source, mime_type, options: optionsOf(body), webhook_url }
  await checkWebhook(service, caller, webhook_url, idempotencyKey)
  const token = newSecret('upl')
  const expiresAt = iso(service.clock.now() + UPLOAD_TOKEN_SECONDS * 1000)

  return service.store.tx((tx) => {
    const fingerprint = sha256(JSON.stringify(['upload', draft]))
    const original = findOriginal(tx, caller, idempotencyKey, fingerprint)
    if (original !== null && original.job.status !== 'awaiting_upload') {
      return { ...original, upload: null, created: false }
    }
    const job = original?.job ?? newJob(tx, service, caller, newId('tr'), 'awaiting_upload', draft)
    if (original === null) remember(tx, caller, idempotencyKey, fingerprint, job)
    const chunks = chunkPlan(body.upload.size)
    const upload: UploadRecord = {
      id: job.id,
      team_id: caller.team.id,
      total_bytes: body.upload.size,
      chunks,
      token_hash: sha256(token),
      expires_at: expiresAt,
    }
    tx.put('uploads', upload)
    const issued = { token, expiresAt, chunks }
    return { job, upload: issued, created: original === null, reused: false }
  })
}

/** A one-shot file as it arrives: its name and bytes first, the fields maybe after it. */
export interface ReceivedFile {
  /** The id that the transcription will have; the media file bears it. */
  id: string
  filename: string
  mimeType: string | null
  size: number
  sha256: string
}

/**
 * Takes in the bytes of a one-shot file, before anything is created. A repeated request has to
 * be read whole as well: only its bytes tell that it is the same.
 */
export async function receiveFile(
  service: Service,
  caller: Caller,
  file: { filename: string; mimeType: string | null; body: AsyncIterable<Uint8Array> },
  idempotencyKey: string | null,
): Promise<ReceivedFile> {
  if (!isRepeated(service.store, caller, idempotencyKey)) refuseCaller(service, caller)
  const filename = baseName(file.filename)
  const id = newId('tr')
  const maxBytes = Math.min(ONE_SHOT_MAX_BYTES, caller.team.limits.max_file_bytes)
  const name = `${id}.${mediaExtension(filename)}`
  const received = await service.media.receive(name, file.body, maxBytes)
  return { id, filename, mimeType: file.mimeType, ...received }
}

/** Removes the bytes of a file that did not become a transcription. */
export function dropFile(service: Service, file: ReceivedFile): Promise<void> {
  return service.media.remove(`${file.id}.${mediaExtension(file.filename)}`)
}

/**
 * Queues the transcription of a received file; two requests are the same when the files' bytes are.
 *
 * @throws ApiError as reserveUpload
 */
export async function createFromFile(
  service: Service,
  caller: Caller,
  file: ReceivedFile,
  { options, webhookUrl }: { options: Options; webhookUrl: string | null },
  idempotencyKey: string | null,
): Promise<Creation> {
  const source = { platform: 'upload', filename: file.filename, size: file.size } as const
  const draft = { source, mime_type: file.mimeType, options, webhook_url: webhookUrl }
  await checkWebhook(service, caller, webhookUrl, idempotencyKey)
  const creation = await service.store.tx((tx) => {
    const fingerprint = sha256(JSON.stringify(['file', draft, file.sha256]))
    const original = findOriginal(tx, caller, idempotencyKey, fingerprint)
    if (original !== null) return { ...original, upload: null, created: false }
    const job = newJob(tx, service, caller, file.id, 'queued', draft)
    remember(tx, caller, idempotencyKey, fingerprint, job)
    return { job, upload: null, created: true, reused: false }
  })
  if (creation.created) service.runner.wake()
  return creation
}

/** The answer of POST /transcriptions; that a repeated one's original was deleted is not told. */
export function presentCreation(creation: Creation, baseUrl: string): Created {
  const { job, upload, reused } = creation
  const created = { ...present(job), deleted_at: null, reused }
  if (upload === null) return created
  return {
    ...created,
    upload: {
      chunk_url_template: `${baseUrl}/transcriptions/${job.id}/upload/chunks/{index}`,
      headers: { 'X-Upload-Token': upload.token },
      expires_at: upload.expiresAt,
      chunks: upload.chunks,
    },
  }
}

export function optionsOf(fields: Partial<Options>): Options {
  const { source = 'auto', language = 'auto', diarize = false } = fields
  return { source, language, diarize }
}

function refuseTooLarge(size: number, maxBytes: number): void {
  if (size <= maxBytes) return
  throw new ApiError('media_too_large', `Files may have up to ${counted(maxBytes, 'byte')}.`, {
    max_bytes: maxBytes,
  })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
