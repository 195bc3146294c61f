// One file on its way through the server: sent, waited for, timed. The upload is a fresh one each
// time, as what an earlier run has begun cannot be timed; so an interruption cancels it, and
// nothing is charged for what nobody will look at.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Transcription } from '../api/types.ts'
import type { Client } from '../client/client.ts'
import { UploadSource } from '../client/source.ts'
import { upload } from '../client/upload.ts'
import { waitUntilFinal } from '../client/wait.ts'
import { JobNotCompleted } from '../errors.ts'
import type { ProgressPatch } from '../ui/progress-state.ts'
import { patchOf } from '../ui/progress-state.ts'
import { PARALLEL_DEFAULT } from '../uploads/parallel.ts'
import { uploadRequestOf } from '../uploads/parameters.ts'

const DELETE_MS = 2000

export interface EvalFile {
  path: string
  /** Of the request; undefined leaves it to the server. */
  language: string | undefined
  /** Whether nothing of it is to stay on the server, whatever becomes of it. */
  remove: boolean
}

export interface Transcribed {
  id: string
  text: string
  language: string | null
  /** Of the media; null when the server does not tell. */
  durationSeconds: number | null
  /** From the last byte sent to the answer that it is done. */
  tookSeconds: number
}

/** @throws JobNotCompleted, ApiError, ServerUnreachable, the signal's reason */
export async function transcribeTimed(
  client: Client,
  file: EvalFile,
  signal: AbortSignal,
  onProgress: ((patch: ProgressPatch) => void) | undefined,
): Promise<Transcribed> {
  let id: string | null = null
  const onCreated = (job: Transcription) => {
    id = job.id
  }
  try {
    return await send(client, file, { signal, onProgress, onCreated })
  } finally {
    if (id !== null && (signal.aborted || file.remove)) await cancelOrDelete(client, id)
  }
}

interface Watch {
  signal: AbortSignal
  onProgress: ((patch: ProgressPatch) => void) | undefined
  onCreated(job: Transcription): void
}

async function send(
  client: Client,
  { path, language }: EvalFile,
  { signal, onProgress, onCreated }: Watch,
): Promise<Transcribed> {
  const source = await UploadSource.open(path, basename(path))
  try {
    const totalBytes = source.sizeBytes
    let sentAt = performance.now()
    const { id } = await upload(client, source, {
      request: uploadRequestOf({ ...NO_WISHES, language }),
      idempotencyKey: randomUUID(),
      parallel: PARALLEL_DEFAULT,
      signal,
      onProgress(sentBytes) {
        sentAt = performance.now()
        onProgress?.({ phase: 'uploading', sentBytes, totalBytes })
      },
      onCreated: async (job) => onCreated(job),
    })
    const report =
      onProgress && ((progress: Parameters<typeof patchOf>[0]) => onProgress(patchOf(progress)))
    const job = await waitUntilFinal(client, id, {
      signal,
      timeoutSeconds: undefined,
      onProgress: report,
    })
    return resultOf(job, (performance.now() - sentAt) / 1000)
  } finally {
    await source.close()
  }
}

const NO_WISHES = { source: undefined, diarize: false, webhookUrl: undefined }

/** Where nobody was heard, nothing was written. */
function resultOf(job: Transcription, tookSeconds: number): Transcribed {
  const { id, status, error, language, media, transcript } = job
  if (status !== 'completed' && error?.code !== 'no_speech') throw new JobNotCompleted(job)
  const text = transcript?.segments.map((segment) => segment.text).join(' ') ?? ''
  return { id, text, language, durationSeconds: media?.duration_seconds ?? null, tookSeconds }
}

/** An active one is canceled, a final one deleted. */
async function cancelOrDelete(client: Client, id: string): Promise<void> {
  await client.delete(id, AbortSignal.timeout(DELETE_MS)).catch(() => undefined)
}
