// A transcript in the form that was asked for. What the server can render comes as it renders it,
// byte for byte; any wish beyond that is met here, from the JSON.
import { ApiError } from '../api/errors.ts'
import type { TranscriptFormat, Transcription } from '../api/types.ts'
import { jsonOf } from '../client/answers.ts'
import type { Client, GetOptions as Query } from '../client/client.ts'
import { isFinal } from '../client/wait.ts'
import { JobNotCompleted, StillRunning } from '../errors.ts'
import { needsWords, renderTranscript } from '../render/render.ts'
import { isEmpty } from '../render/shape.ts'
import type { Format } from './names.ts'
import type { RenderingOptions } from './rendering-options.ts'

export interface RenderingRequest extends RenderingOptions {
  /** 0 to 60: how long the server may hold the request. */
  waitSeconds?: number | undefined
  includeDeleted?: boolean
}

export interface Rendering {
  /** As the server sent it where it did; JSON has no line feed at its end. */
  bytes: Uint8Array
  /** What the user should know of it, a line each. */
  notes: string[]
}

const SERVER_FORMATS: readonly Format[] = ['json', 'text', 'srt', 'vtt']

/**
 * @throws JobNotCompleted when a rendering was asked for and there will never be one
 * @throws StillRunning when there is none yet; JSON there always is
 */
export async function fetchRendering(
  client: Client,
  id: string,
  request: RenderingRequest,
  signal: AbortSignal,
): Promise<Rendering> {
  const { format, shape } = request
  if (format === 'json' || (isServerFormat(format) && isEmpty(shape))) {
    const { text, bytes } = await client.getDocument(id, queryOf(request, format), signal)
    if (format !== 'json') refuseInstead(text)
    return { bytes, notes: [] }
  }
  const query = { ...queryOf(request, 'json'), ...(needsWords(request) ? WITH_WORDS : {}) }
  const job = await client.get(id, query, signal)
  if (job.transcript === undefined) throw notRendered(job)
  const transcribed = { ...job, transcript: job.transcript }
  const { text, notes } = renderTranscript(transcribed, { ...request, format })
  return { bytes: Buffer.from(text), notes }
}

const WITH_WORDS = { include: 'words' as const }

function isServerFormat(format: Format): format is TranscriptFormat {
  return SERVER_FORMATS.includes(format)
}

function queryOf(request: RenderingRequest, format: TranscriptFormat): Query {
  const { words, timestamps, includeDeleted, waitSeconds } = request
  return {
    format,
    ...(words && format === 'json' ? WITH_WORDS : {}),
    ...(timestamps && format === 'text' ? { timestamps } : {}),
    ...(includeDeleted === true ? { include_deleted: true } : {}),
    ...(waitSeconds === undefined ? {} : { wait: waitSeconds }),
  }
}

/** Where there is no transcript, the server sends the transcription instead of the rendering. */
function refuseInstead(text: string): void {
  if (!text.startsWith('{')) return
  let value: Partial<Transcription>
  try {
    value = jsonOf<Partial<Transcription>>({ text })
  } catch {
    return
  }
  if (value.object === 'transcription') throw notRendered(value as Transcription)
}

function notRendered(job: Transcription): Error {
  if (!isFinal(job.status)) return new StillRunning(job.id, job.status)
  if (job.status !== 'completed') return new JobNotCompleted(job)
  return new ApiError('not_found', `${job.id} has no transcript any more: it was deleted`)
}
