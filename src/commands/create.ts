// `scribe create`: makes one transcription out of a video URL or a file, and prints its id. A file
// goes in one request while it is small, else in chunks, and then an interrupted run goes on.
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { ONE_SHOT_MAX_BYTES } from '../api/limits.ts'
import type { SourceMode, Transcription } from '../api/types.ts'
import { isFinal } from '../client/wait.ts'
import type { Connection, Context } from '../context.ts'
import { Interrupted, JobNotCompleted, UsageError } from '../errors.ts'
import { baseNameOf, type Input, readInputs } from '../inputs/inputs.ts'
import { printable } from '../text.ts'
import { ensureLocalModel } from '../transcribe/local-model.ts'
import { openProgress } from '../ui/progress.ts'
import { sendInChunks } from '../uploads/in-chunks.ts'
import { sendInOne } from '../uploads/one-shot.ts'
import { uploadRequestOf } from '../uploads/parameters.ts'

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
  const connection = await context.connect((model) => ensureLocalModel(context, model))
  const job = await send(context, connection)
  const { io } = context
  await io.write(io.json ? `${JSON.stringify(job)}\n` : `${job.id}\n`)
  if (isFinal(job.status) && job.status !== 'completed') throw new JobNotCompleted(job)
}

type Send = (context: Context, connection: Connection) => Promise<Transcription>

async function inputOf(given: string): Promise<FileInput | Extract<Input, { kind: 'url' }>> {
  const stats = await stat(given).catch(() => null)
  const shown = printable(given)
  if (stats?.isDirectory()) {
    throw new UsageError(`${shown}: a folder; \`scribe transcribe --recursive\` takes its files`)
  }
  const [input] = await readInputs([given], false)
  if (input === undefined || input.kind === 'stdin') {
    throw new UsageError('create takes a file or a URL; `scribe transcribe -` reads stdin')
  }
  if (input.kind === 'bad') {
    throw new UsageError(`${shown}: ${input.error.message}`, input.error.code)
  }
  return input
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
  const query = {
    ...waitOf(options),
    ...(options.reuseRecent ? { reuse_recent: true } : {}),
  }
  const key = options.idempotencyKey ?? randomUUID()
  return ({ signal }, { client }) => maybeMade(client.create(request, key, signal, query))
}

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
  }
  const inOne = upload === 'one-shot' || (upload === 'auto' && fits)
  return (context, connection) =>
    showing(context, input.given, (onProgress) =>
      inOne
        ? maybeMade(sendInOne(context, connection, { ...file, onProgress, query: waitOf(options) }))
        : sendInChunks(context, connection, { ...file, onProgress }, options.waitSeconds),
    )
}

type OnProgress = (sentBytes: number, totalBytes: number) => void

async function showing<T>(
  { io }: Context,
  name: string,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = openProgress(io, [name])
  try {
    return await work((sentBytes, totalBytes) =>
      progress.update(0, { phase: 'uploading', sentBytes, totalBytes }),
    )
  } finally {
    await progress.close()
  }
}

function waitOf({ waitSeconds }: CreateOptions): { wait?: number } {
  return waitSeconds === undefined ? {} : { wait: waitSeconds }
}

/** Interrupted, nobody knows whether the request got through. */
async function maybeMade<T>(created: Promise<T>): Promise<T> {
  try {
    return await created
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    throw new Interrupted('Whether it was created, `scribe list` shows.')
  }
}
