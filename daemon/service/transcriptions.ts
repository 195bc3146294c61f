// What the API promises about a transcription, one verb a function. Making one is in create.ts.
import { ApiError } from '../../src/api/errors.ts'
import type { Transcript, TranscriptFormat, Transcription } from '../../src/api/types.ts'
import type { TranscriptionRecord } from '../records.ts'
import { renderSrt, renderText, renderVtt } from '../rules/render.ts'
import { isFinal } from '../rules/state.ts'
import { endWithoutTranscript, findOwn, mediaName } from './lifecycle.ts'
import type { Caller, Service } from './parts.ts'
import { present } from './present.ts'

export interface GetOptions {
  waitSeconds: number
  includeDeleted: boolean
}

/**
 * The transcription of this id, after waiting for its end at most so long.
 *
 * @param connected aborts when the client goes away; asked for when there is something to wait for
 * @throws ApiError not_found: unknown, another team's, or deleted and not asked for
 */
export async function getTranscription(
  service: Service,
  caller: Caller,
  id: string,
  options: GetOptions,
  connected: () => AbortSignal,
): Promise<TranscriptionRecord> {
  const first = visible(service, caller, id, options.includeDeleted)
  if (first.deleted_at !== null || options.waitSeconds === 0) return first
  await waitForEnd(service, first, options.waitSeconds, connected())
  return visible(service, caller, id, options.includeDeleted)
}

/** The JSON of a transcription, with its transcript when it has one. */
export async function transcriptionJson(
  service: Service,
  job: TranscriptionRecord,
  includeWords: boolean,
): Promise<string> {
  const shown: Transcription = present(job)
  if (hasTranscript(job)) {
    const transcript = await readTranscript(service, job)
    shown.transcript = includeWords ? transcript : withoutWords(transcript)
  }
  return JSON.stringify(shown)
}

/** @throws ApiError not_found when it was deleted since the record was read */
export async function readTranscript(
  { store, transcripts }: Service,
  job: TranscriptionRecord,
): Promise<Transcript> {
  try {
    return await transcripts.read(job.id)
  } catch (error) {
    if (hasTranscript(store.get('transcriptions', job.id) ?? job)) throw error
    throw notFound(job.id)
  }
}

export function hasTranscript({ status, deleted_at }: TranscriptionRecord): boolean {
  return status === 'completed' && deleted_at === null
}

/** Holds until the job has ended or the time ran out, and returns it as it is then. */
export async function waitForEnd(
  { store, changes }: Service,
  job: TranscriptionRecord,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<TranscriptionRecord> {
  const current = () => store.get('transcriptions', job.id) ?? job
  await changes.until(job.id, () => isFinal(current().status), waitSeconds, signal)
  return current()
}

const CONTENT_TYPES = {
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** A completed transcript as a document. */
export function render(
  transcript: Transcript,
  format: Exclude<TranscriptFormat, 'json'>,
  timestamps: boolean,
): { contentType: string; body: string } {
  const contentType = CONTENT_TYPES[format]
  if (format === 'srt') return { contentType, body: renderSrt(transcript) }
  if (format === 'vtt') return { contentType, body: renderVtt(transcript) }
  return { contentType, body: renderText(transcript, timestamps) }
}

/**
 * Cancels an active transcription, returning its minutes, or deletes the transcript of one that
 * has ended.
 *
 * @throws ApiError not_found
 */
export async function deleteTranscription(
  service: Service,
  caller: Caller,
  id: string,
): Promise<void> {
  const now = new Date(service.clock.now()).toISOString()
  const job = await service.store.tx((tx) => {
    const found = findOwn(tx, caller.team.id, id)
    if (found === undefined || found.deleted_at !== null) throw notFound(id)
    if (!isFinal(found.status)) return endWithoutTranscript(tx, id, { event: 'cancel' }, now)
    const deleted = { ...found, deleted_at: now }
    tx.put('transcriptions', deleted)
    tx.delete('uploads', id)
    return deleted
  })
  if (job === null) throw notFound(id)
  service.runner.abort(id)
  service.changes.publish(id)
  await service.transcripts.remove(id)
  const name = mediaName(job)
  if (name !== null) await service.media.remove(name)
}

/** The caller's record, or not_found in the same words whatever the reason. */
export function visible(
  service: Service,
  caller: Caller,
  id: string,
  includeDeleted = false,
): TranscriptionRecord {
  const job = findOwn(service.store, caller.team.id, id)
  if (job === undefined || (job.deleted_at !== null && !includeDeleted)) throw notFound(id)
  return job
}

export function notFound(id: string): ApiError {
  return new ApiError('not_found', `There is no transcription ${id}. Check the id and the key.`)
}

function withoutWords(transcript: Transcript): Transcript {
  const segments = transcript.segments.map(({ words, ...segment }) => segment)
  return { ...transcript, segments }
}
