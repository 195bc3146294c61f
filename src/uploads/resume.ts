// Goes on with the upload of one transcription, named by its id. A fresh upload token takes the
// reservation repeated with its Idempotency-Key, and that is known to the session on this machine,
// or else to the user. Refuses a file that is not the one the upload was begun with.

import { counted } from '../api/counted.ts'
import { ApiError } from '../api/errors.ts'
import type { Transcription, UploadProgress } from '../api/types.ts'
import { UploadSession } from '../client/session.ts'
import { UploadSource } from '../client/source.ts'
import { upload } from '../client/upload.ts'
import type { Connection, Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { printable } from '../text.ts'
import type { UploadRequest } from './parameters.ts'

export interface FileToResume {
  id: string
  /** Absolute. */
  path: string
  /** As the user gave it. */
  given: string
  /** Where this machine has no session of the transcription. */
  idempotencyKey: string | undefined
  /** As the reservation had it, beside a key. */
  webhookUrl: string | undefined
  parallel: number
  onProgress(sentBytes: number, totalBytes: number): void
}

/** A reservation that was made before. */
interface Reservation {
  filename: string
  request: UploadRequest
  key: string
}

/**
 * Sends what is missing and completes the upload; one that is complete is left alone.
 *
 * @throws UsageError for another file, or where the reservation cannot be repeated
 * @throws ApiError not_found; invalid_state when the transcription was canceled
 */
export async function resumeUpload(
  context: Pick<Context, 'folders' | 'signal'>,
  { client }: Connection,
  file: FileToResume,
): Promise<Transcription> {
  const { signal, folders } = context
  const job = await client.get(file.id, {}, signal)
  if (job.status === 'canceled') throw canceled(file.id)
  const progress = await client.uploadProgress(file.id, signal)
  if (job.status !== 'awaiting_upload') return job
  const session = await UploadSession.find(folders.state, file.id)
  try {
    const reservation = reservationOf(session, file, job)
    const source = await openSame(file, reservation.filename, progress, session)
    return await send(source, reservation).finally(() => source.close())
  } finally {
    await session?.release()
  }

  function send(source: UploadSource, { key, request }: Reservation): Promise<Transcription> {
    return upload(client, source, {
      request,
      idempotencyKey: key,
      parallel: file.parallel,
      signal,
      onProgress: (sentBytes) => file.onProgress(sentBytes, source.sizeBytes),
      async onCreated({ id }) {
        if (id !== file.id) throw anotherKey(file.id, id)
      },
    })
  }
}

/** From the session word for word; else from the key and what the server tells. */
function reservationOf(
  session: UploadSession | null,
  { id, given, idempotencyKey, webhookUrl }: FileToResume,
  { source, options }: Transcription,
): Reservation {
  if (session !== null) {
    const { upload: file, ...request } = session.reservation
    return { filename: file.filename, request, key: session.idempotencyKey }
  }
  if (idempotencyKey === undefined) throw new UsageError(noSession(id, given))
  const filename = ('filename' in source ? source.filename : null) ?? ''
  const request = {
    ...(options.source === 'stt' ? { source: options.source } : {}),
    ...(options.language === 'auto' ? {} : { language: options.language }),
    ...(options.diarize ? { diarize: true } : {}),
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  }
  return { filename, request, key: idempotencyKey }
}

/** The file, when it is the one that the upload was begun with. */
async function openSame(
  { id, path, given }: FileToResume,
  filename: string,
  { total_bytes }: UploadProgress,
  session: UploadSession | null,
): Promise<UploadSource> {
  const source = await UploadSource.open(path, filename)
  const difference = differenceOf(source, total_bytes, session?.isOf(path, source.stamp) ?? true)
  if (difference === null) return source
  await source.close()
  const anew = `\`scribe cancel ${id}\` gives it up, \`scribe upload ${printable(given)}\` begins anew`
  throw new UsageError(
    `${printable(given)} is not as it was when ${id} was begun: ${difference}; ${anew}`,
  )
}

function differenceOf({ sizeBytes }: UploadSource, total: number, same: boolean): string | null {
  if (sizeBytes !== total) return `it has ${counted(sizeBytes, 'byte')}, not ${total}`
  return same ? null : 'it was changed since'
}

function noSession(id: string, given: string): string {
  const why = `this machine does not know the Idempotency-Key that ${id} was reserved with`
  const anew = `\`scribe cancel ${id}\` and \`scribe upload ${printable(given)}\` begin anew`
  return `${why}; name it with --idempotency-key, or ${anew}`
}

function anotherKey(id: string, answered: string): UsageError {
  return new UsageError(
    `that Idempotency-Key is not the one of ${id}: the server answered with ${answered}; \`scribe cancel ${answered}\` takes that back`,
  )
}

function canceled(id: string): ApiError {
  return new ApiError('invalid_state', `${id} was canceled and takes no upload any more`)
}
