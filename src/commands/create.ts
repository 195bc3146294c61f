// `scribe create`: makes one transcription out of a video URL or a file, and prints its id. A file
// goes in one request while it is small, else in chunks. A run whose answer never came is gone on
// with, so that it is charged once; after an answer, the same command is a new wish.
import { stat } from 'node:fs/promises'
import { ONE_SHOT_MAX_BYTES } from '../api/limits.ts'
import type { Created, SourceMode } from '../api/types.ts'
import type { RequestSession } from '../client/request-session.ts'
import { sentJson } from '../client/sent.ts'
import { isFinal } from '../client/wait.ts'
import type { Connection, Context } from '../context.ts'
import { Interrupted, JobNotCompleted, UsageError } from '../errors.ts'
import { baseNameOf, type Input } from '../inputs/inputs.ts'
import { readOneInput } from '../inputs/one-input.ts'
import { ensureLocalModel, isHeard } from '../transcribe/local-model.ts'
import { sendUrl } from '../transcribe/send-url.ts'
import { sendInChunks, type Uploaded } from '../uploads/in-chunks.ts'
import { sendInOne } from '../uploads/one-shot.ts'
import { PARALLEL_DEFAULT } from '../uploads/parallel.ts'
import { uploadRequestOf } from '../uploads/parameters.ts'
import { shown } from '../uploads/shown.ts'

export interface CreateOptions {
  upload: 'auto' | 'one-shot' | 'chunked' | undefined
  /** 0 to 60. */
  waitSeconds: number | undefined
  source: SourceMode | undefined
  language: string | undefined
  diarize: boolean
  webhookUrl: string | undefined
  idempotencyKey: string | undefined
  reuseRecent: boolean
}

type FileInput = Extract<Input, { kind: 'file' }>

/**
 * Prints the id; under --json the server's answer.
 *
 * @throws JobNotCompleted when it is known already that there will be no transcript
 */
export async function create(
  context: Context,
  given: string,
  options: CreateOptions,
): Promise<void> {
  const input = await inputOf(given)
  const send = input.kind === 'url' ? urlSender(given, options) : await fileSender(input, options)
  const needsModel = input.kind === 'file' || isHeard(options)
  const connection = await context.connect(async (model) => {
    if (needsModel) await ensureLocalModel(context, model)
  })
  const { job, delivered } = await send(context, connection)
  const { io } = context
  await io.write(io.json ? `${sentJson(job).trim()}\n` : `${job.id}\n`)
  await delivered()
  if (isFinal(job.status) && job.status !== 'completed') throw new JobNotCompleted(job)
}

type Send = (context: Context, connection: Connection) => Promise<Uploaded>

async function inputOf(given: string): Promise<FileInput | Extract<Input, { kind: 'url' }>> {
  const input = await readOneInput(given)
  if (input.kind !== 'stdin') return input
  throw new UsageError('create takes a file or a URL; `scribe transcribe -` reads stdin')
}

function urlSender(url: string, options: CreateOptions): Send {
  const { source, language, diarize, webhookUrl } = options
  if (options.upload !== undefined) throw new UsageError('--upload is for files, not for URLs')
  const request = {
    platform: 'youtube' as const,
    url,
    ...(source === undefined ? {} : { source }),
    ...uploadRequestOf({ source: undefined, language, diarize, webhookUrl }),
  }
  const { reuseRecent, idempotencyKey: key, waitSeconds } = options
  const wish = { command: 'create' as const, request, reuseRecent, key, waitSeconds }
  return (context, connection) =>
    sendOrLeave(context, key, (onSession) => sendUrl(context, connection, { ...wish, onSession }))
}

/**
 * Leaves the session to the next run until the user has been told the id.
 *
 * @param key the user's own
 */
async function sendOrLeave(
  { io }: Context,
  key: string | undefined,
  send: (onSession: (session: RequestSession | null) => void) => Promise<Created>,
): Promise<Uploaded> {
  const held: { session: RequestSession | null } = { session: null }
  try {
    const job = await send((session) => {
      held.session = session
      if (session?.resumed && key === undefined) io.note(RESUMED)
    })
    return { job, delivered: async () => held.session?.remove() }
  } catch (error) {
    await held.session?.release()
    if (error instanceof Interrupted) throw new Interrupted(MAYBE_MADE)
    if (held.session !== null) io.note(MAYBE_MADE)
    throw error
  }
}

const RESUMED = 'An earlier run of this command did not get its answer; asking for it again.'
const MAYBE_MADE =
  'Run the same command again: it goes on with this request, which is charged once.'

async function fileSender(input: FileInput, options: CreateOptions): Promise<Send> {
  const { upload = 'auto', reuseRecent } = options
  if (reuseRecent) throw new UsageError('--reuse-recent is for video URLs, not for files')
  const { size } = await stat(input.path)
  const fits = size <= ONE_SHOT_MAX_BYTES
  if (upload === 'one-shot' && !fits) {
    const message = `${size} bytes are too many for one request; --upload chunked takes them`
    throw new UsageError(message, 'media_too_large')
  }
  const file = {
    path: input.path,
    name: baseNameOf(input),
    request: uploadRequestOf(options),
    idempotencyKey: options.idempotencyKey,
    parallel: PARALLEL_DEFAULT,
  }
  const query = waitOf(options)
  const inOne = upload === 'one-shot' || (upload === 'auto' && fits)
  return (context, connection) =>
    shown(context, input.given, (onProgress) =>
      inOne
        ? sendOrLeave(context, file.idempotencyKey, (onSession) =>
            sendInOne(context, connection, { ...file, onProgress, query, onSession }),
          )
        : sendInChunks(context, connection, { ...file, onProgress }, options.waitSeconds),
    )
}

function waitOf({ waitSeconds }: CreateOptions): { wait?: number } {
  return waitSeconds === undefined ? {} : { wait: waitSeconds }
}
