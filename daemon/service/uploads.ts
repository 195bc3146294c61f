// The chunks of a reserved upload, from the first to their completion. Which chunks arrived is
// asked of the disk each time; kept in memory is only what goes on right now, so that completing
// can never overtake a chunk that is still on its way, nor another completion.
import { ApiError } from '../../src/api/errors.ts'
import type { LocalFile } from '../../src/api/local-file.ts'
import type { Chunk, Transcription, UploadChunkAck, UploadProgress } from '../../src/api/types.ts'
import type { TranscriptionRecord, UploadRecord } from '../records.ts'
import { type ChunkSender, ChunkTurns } from './chunk-turns.ts'
import { advance, mediaName } from './lifecycle.ts'
import type { Caller, Service } from './parts.ts'
import { present } from './present.ts'
import { notFound, visible } from './transcriptions.ts'

/** Chunks being written now: `<transcription id>/<index>` → how many requests. */
const writing = new Map<string, number>()
const turns = new ChunkTurns()
/** Whole files that are being copied, by transcription. */
const copying = new Map<string, Promise<void>>()
/** Completions under way, by transcription: each settles when its own is decided. */
const completing = new Map<string, Promise<unknown>>()

/** Stores one chunk; sending it again replaces it. @throws ApiError as awaiting, invalid_request */
export async function putChunk(
  service: Service,
  id: string,
  chunk: Chunk,
  body: AsyncIterable<Uint8Array>,
  sender: ChunkSender,
): Promise<UploadChunkAck> {
  await noCompletion(id)
  const { name } = awaiting(service, id)
  const key = `${id}/${chunk.index}`
  writing.set(key, (writing.get(key) ?? 0) + 1)
  try {
    await turns.take(key, sender, () => service.media.putChunk(name, chunk, body))
  } catch (error) {
    // The file goes with a transcription that is canceled meanwhile: that is the reason then.
    awaiting(service, id)
    throw error
  } finally {
    const left = (writing.get(key) ?? 1) - 1
    if (left === 0) writing.delete(key)
    else writing.set(key, left)
    await dropIfEnded(service, id, name)
  }
  awaiting(service, id)
  return { object: 'upload_chunk', index: chunk.index, size: chunk.size }
}

/**
 * Takes the whole file of an upload from where it lies on this machine; who asks for the same twice
 * at once gets it once.
 *
 * @throws ApiError as awaiting, and invalid_request when its bytes have to be sent
 */
export async function takeFile(service: Service, id: string, file: LocalFile): Promise<void> {
  await noCompletion(id)
  const { name, upload } = awaiting(service, id)
  const under = copying.get(id)
  if (under !== undefined) return under
  const copy = service.media.putWhole(name, upload.chunks, (path) =>
    service.localFiles.copy(file, upload.total_bytes, path),
  )
  copying.set(id, copy)
  try {
    await copy
  } catch (error) {
    awaiting(service, id)
    throw error
  } finally {
    copying.delete(id)
    await dropIfEnded(service, id, name)
  }
  awaiting(service, id)
}

/** What has arrived so far. @throws ApiError not_found */
export async function uploadProgress(
  service: Service,
  caller: Caller,
  id: string,
): Promise<UploadProgress> {
  const job = visible(service, caller, id)
  const upload = service.store.get('uploads', id)
  if (upload === undefined) throw noUpload(id)
  const complete = upload.expires_at === null
  const received = complete ? upload.chunks : await receivedChunks(service, job, upload)
  return {
    object: 'upload',
    status: job.status,
    total_bytes: upload.total_bytes,
    uploaded_bytes: copying.has(id)
      ? await service.media.writtenBytes(mediaName(job) ?? '')
      : received.reduce((sum, chunk) => sum + chunk.size, 0),
    received_chunks: received.map((chunk) => chunk.index),
    chunks: upload.chunks,
    expires_at: upload.expires_at,
  }
}

/**
 * Queues the transcription once every planned chunk is there.
 *
 * @throws ApiError not_found, invalid_state, upload_incomplete with missing_chunks
 */
export async function completeUpload(
  service: Service,
  caller: Caller,
  id: string,
): Promise<Transcription> {
  visible(service, caller, id)
  await noCompletion(id)
  const completion = assemble(service, id)
  completing.set(id, completion)
  try {
    return present(await completion)
  } finally {
    completing.delete(id)
  }
}

async function assemble(service: Service, id: string): Promise<TranscriptionRecord> {
  const { job, upload, name } = awaiting(service, id)
  const received = new Set(await receivedChunks(service, job, upload))
  awaiting(service, id)
  const missing = upload.chunks.filter((chunk) => !received.has(chunk)).map((c) => c.index)
  if (missing.length > 0) throw incomplete(missing)
  const queued = await service.store.tx((tx) => {
    tx.put('uploads', { ...upload, expires_at: null })
    return advance(tx, id, 'uploaded')
  })
  if (queued === null) throw notAwaiting(service.store.get('transcriptions', id) ?? job)
  await service.media.finishUpload(name)
  service.changes.publish(id)
  service.runner.wake()
  return queued
}

/** What comes while a completion is under way waits for what becomes of it. */
async function noCompletion(id: string): Promise<void> {
  while (completing.has(id)) await Promise.allSettled([completing.get(id)])
}

/** A chunk that is being written, or written again, right now does not count. */
async function receivedChunks(
  service: Service,
  job: TranscriptionRecord,
  upload: UploadRecord,
): Promise<Chunk[]> {
  const indexes = new Set(await service.media.receivedChunks(mediaName(job) ?? ''))
  return upload.chunks.filter(
    ({ index }) => indexes.has(index) && !writing.has(`${upload.id}/${index}`),
  )
}

/** A transcription whose upload is open. @throws ApiError not_found, invalid_state */
export function awaiting(
  { store }: Pick<Service, 'store'>,
  id: string,
): { job: TranscriptionRecord; upload: UploadRecord; name: string } {
  const job = store.get('transcriptions', id)
  if (job === undefined || job.deleted_at !== null) throw notFound(id)
  const upload = store.get('uploads', id)
  const name = mediaName(job)
  if (job.status !== 'awaiting_upload' || upload === undefined || name === null) {
    throw notAwaiting(job)
  }
  return { job, upload, name }
}

/** A chunk that arrived while its transcription was canceled leaves nothing behind. */
async function dropIfEnded(service: Service, id: string, name: string): Promise<void> {
  if (service.store.get('transcriptions', id)?.status === 'canceled') {
    await service.media.remove(name)
  }
}

function incomplete(missing: number[]): ApiError {
  const { length } = missing
  const what = length === 1 ? '1 chunk has' : `${length} chunks have`
  return new ApiError('upload_incomplete', `${what} not arrived yet.`, { missing_chunks: missing })
}

function noUpload(id: string): ApiError {
  return new ApiError('not_found', `Transcription ${id} has no upload.`)
}

function notAwaiting(job: TranscriptionRecord): ApiError {
  return new ApiError(
    'invalid_state',
    `Transcription ${job.id} is ${job.status} and takes no upload now.`,
  )
}
