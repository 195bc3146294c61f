// Brings one input to the server: a file by a resumable upload, standard input by a plain one, a
// URL as it is. Which URLs are understood is the server's business.
import { randomUUID } from 'node:crypto'
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import { UploadSession } from '../client/session.ts'
import { FileChanged, UploadSource } from '../client/source.ts'
import { upload } from '../client/upload.ts'
import { UsageError } from '../errors.ts'
import { baseNameOf } from '../inputs/inputs.ts'
import { requestOf } from './options.ts'
import type { Run, Task } from './task.ts'

/** @returns the transcription; in any state when the server knew it from an earlier run */
export function submit(run: Run, task: Task): Promise<Transcription> {
  const { input, spooled } = task
  if (input.kind === 'url') return submitUrl(run, task, input.given)
  if (spooled !== null) {
    return sendFile(run, task, spooled, run.options.idempotencyKey ?? randomUUID())
  }
  return submitFile(run, task, input)
}

async function submitUrl({ connection, options, context }: Run, task: Task, url: string) {
  const { source } = options
  const request = { platform: 'youtube' as const, url, ...requestOf(options) }
  const job = await connection.client.create(
    source === undefined ? request : { ...request, source },
    options.idempotencyKey ?? randomUUID(),
    context.signal,
  )
  task.transcriptionId = job.id
  task.uploaded = true
  return job
}

async function submitFile(run: Run, task: Task, input: Task['input']): Promise<Transcription> {
  if (input.kind !== 'file') throw new UsageError('is no file')
  const source = await UploadSource.open(input.path, baseNameOf(input))
  try {
    const job = await resumeOrBegin(run, task, source, input.path)
    if (!isGone(job)) return job
    // Canceled or deleted since the earlier run: this run is a new wish.
    await task.session?.remove()
    return await resumeOrBegin(run, task, source, input.path)
  } finally {
    await source.close()
  }
}

function isGone(job: Transcription): boolean {
  return job.status === 'canceled' || job.deleted_at !== null
}

async function resumeOrBegin(run: Run, task: Task, source: UploadSource, path: string) {
  const { context, options, connection } = run
  const session = await UploadSession.claim(
    context.folders.state,
    {
      path,
      sizeBytes: source.sizeBytes,
      modifiedMs: source.modifiedMs,
      target: connection.identity,
      request: { ...parametersOf(run), key: options.idempotencyKey },
    },
    options.idempotencyKey,
  )
  task.session = session
  if (session.abandonedId !== null) await takeBack(run, session.abandonedId)
  try {
    return await sendFile(run, task, source, session.idempotencyKey)
  } catch (error) {
    if (error instanceof FileChanged || wasRefused(session, error)) {
      await giveUp(run, task)
    }
    throw error
  }
}

/** Nothing was reserved, and trying again would not help. */
function wasRefused({ transcriptionId }: UploadSession, error: unknown): boolean {
  return error instanceof ApiError && !error.retryable && transcriptionId === null
}

/** There is nothing that a later run could go on with. */
async function giveUp(run: Run, task: Task): Promise<void> {
  if (task.transcriptionId !== null) await takeBack(run, task.transcriptionId)
  await task.session?.remove()
  task.session = null
}

async function sendFile(run: Run, task: Task, source: UploadSource, idempotencyKey: string) {
  const { connection, context } = run
  const totalBytes = source.sizeBytes
  const job = await upload(connection.client, source, {
    request: parametersOf(run),
    idempotencyKey,
    signal: context.signal,
    onProgress: (sentBytes) => run.update(task, { phase: 'uploading', sentBytes, totalBytes }),
    async onCreated({ id }) {
      task.transcriptionId = id
      await task.session?.noteTranscription(id)
    },
  })
  task.uploaded = true
  return job
}

/** Parameters of a file's reservation. @throws UsageError for captions, which files don't have */
function parametersOf({ options }: Run) {
  const { source } = options
  if (source === 'captions') throw new UsageError('--source captions is for video URLs, not files')
  return source === undefined ? requestOf(options) : { ...requestOf(options), source }
}

/** Cancels a reservation that nobody will complete; one that went on is left alone. */
async function takeBack({ connection: { client }, context }: Run, id: string): Promise<void> {
  try {
    const job = await client.get(id, {}, context.signal)
    if (job.status === 'awaiting_upload') await client.delete(id, context.signal)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
