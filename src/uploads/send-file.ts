// Brings one file to the server in a session of its own, for every command that sends files: the
// same file with the same parameters to the same target is one upload, whichever of them began it.
// Who calls holds the session afterwards and ends it: `remove` once the user has what was asked
// for, `release` where a later run shall go on.
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import { isGone } from '../client/gone.ts'
import { UploadSession } from '../client/session.ts'
import { FileChanged, UploadSource } from '../client/source.ts'
import { upload } from '../client/upload.ts'
import type { Connection, Context } from '../context.ts'
import { printable } from '../text.ts'
import type { UploadRequest } from './parameters.ts'

export interface FileToSend {
  /** Absolute. */
  path: string
  /** What the server is told: a base name. */
  name: string
  request: UploadRequest
  /** The user's own; undefined makes one. */
  idempotencyKey: string | undefined
  /** 1 to PARALLEL_MAX. */
  parallel: number
  onProgress(sentBytes: number, totalBytes: number): void
  /** The transcription is known, perhaps from an earlier run; no byte has been sent yet. */
  onCreated(job: Transcription): void
  /** The session that is held from now on; null when there is nothing left to go on with. */
  onSession(session: UploadSession | null): void
}

type Needs = Pick<Context, 'io' | 'folders' | 'signal'>

interface Sent {
  job: Transcription
  session: UploadSession
  /** An earlier run had reserved it already. */
  resumed: boolean
}

/**
 * @returns the transcription; in any state when the server knew it from an earlier run
 * @throws FileChanged, ApiError, ServerUnreachable, the signal's reason
 */
export async function sendFile(
  context: Needs,
  connection: Connection,
  file: FileToSend,
): Promise<Transcription> {
  const source = await UploadSource.open(file.path, file.name)
  try {
    const first = await resumeOrBegin(context, connection, file, source)
    const { client } = connection
    if (!first.resumed || !(await isGone(first.job, client, context.signal))) return first.job
    // Canceled or deleted since the earlier run: this run is a new wish.
    await first.session.remove()
    return (await resumeOrBegin(context, connection, file, source)).job
  } finally {
    await source.close()
  }
}

async function resumeOrBegin(
  context: Needs,
  connection: Connection,
  file: FileToSend,
  source: UploadSource,
): Promise<Sent> {
  const session = await claim(context, connection, file, source)
  const resumed = session.transcriptionId !== null
  file.onSession(session)
  try {
    await dropAbandoned(context, connection, file, session)
    return { job: await send(context, connection, file, source, session), session, resumed }
  } catch (error) {
    if (error instanceof FileChanged || wasRefused(session, error)) {
      const { transcriptionId } = session
      if (transcriptionId !== null) await takeBack(context, connection, transcriptionId)
      await session.remove()
      file.onSession(null)
    }
    throw error
  }
}

function claim(
  { folders }: Needs,
  { identity: target }: Connection,
  { path, name, request, idempotencyKey: key }: FileToSend,
  { stamp }: UploadSource,
): Promise<UploadSession> {
  const reservation = { upload: { filename: name, size: stamp.size_bytes }, ...request }
  return UploadSession.claim(folders.state, { path, target, reservation, key }, stamp)
}

function send(
  { signal }: Needs,
  { client }: Connection,
  file: FileToSend,
  source: UploadSource,
  session: UploadSession,
): Promise<Transcription> {
  const { request, parallel } = file
  return upload(client, source, {
    request,
    parallel,
    idempotencyKey: session.idempotencyKey,
    signal,
    onProgress: (sentBytes) => file.onProgress(sentBytes, source.sizeBytes),
    async onCreated(job) {
      await session.noteTranscription(job.id)
      file.onCreated(job)
    },
  })
}

/** Nothing was reserved, and trying again would not help. */
function wasRefused({ transcriptionId }: UploadSession, error: unknown): boolean {
  return error instanceof ApiError && !error.retryable && transcriptionId === null
}

/** The file is another one than at the earlier run, so that run's reservation has no use. */
async function dropAbandoned(
  context: Needs,
  connection: Connection,
  { name }: FileToSend,
  session: UploadSession,
): Promise<void> {
  const { abandonedIds } = session
  if (abandonedIds.length === 0) return
  for (const id of abandonedIds) {
    if (!(await takeBack(context, connection, id))) continue
    const news = `${id} is canceled and the file is sent anew`
    context.io.note(`${printable(name)} changed since its upload began; ${news}`)
  }
  await session.forgetAbandoned()
}

/**
 * Cancels a reservation that nobody will complete; one that went on is left alone.
 *
 * @returns whether there was something to cancel
 */
async function takeBack({ signal }: Needs, { client }: Connection, id: string): Promise<boolean> {
  try {
    const job = await client.get(id, {}, signal)
    if (job.status !== 'awaiting_upload') return false
    await client.delete(id, signal)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryable) throw error
    return false
  }
}
