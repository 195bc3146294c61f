// One attempt at one job: fetch what has to be fetched, run the speech child where it is needed,
// then commit what came of it. A result that comes too late (the job was canceled) is dropped by
// the state table.
import { JobError } from '../../src/api/errors.ts'
import type { JobFailureCode, Segment } from '../../src/api/types.ts'
import { FetchCrash, type Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { commitPatiently } from './commit.ts'
import { fetchVideo } from './fetch.ts'
import { advance, endWithoutTranscript, mediaName } from './lifecycle.ts'
import { complete, measure, type Outcome, transcriptOf } from './outcome.ts'
import type { Parts } from './parts.ts'
import { findCached } from './video-cache.ts'

/** Waits before the second and the third attempt, in ms; after the third the job has failed. */
export const RETRY_WAITS_MS: readonly number[] = [1000, 5000]

export interface Stops {
  /** The job was canceled. */
  canceled: AbortSignal
  /** The daemon closes: the job goes back to the queue. */
  closing: AbortSignal
}

/** Runs one attempt; resolves when its outcome is on disk. */
export async function attempt(parts: Parts, id: string, stops: Stops): Promise<void> {
  const job = await commit(parts, stops, (tx) => {
    const queued = tx.get('transcriptions', id)
    const attempts = (queued?.attempts ?? 0) + 1
    const event = queued?.source.platform === 'youtube' ? 'fetch' : 'start'
    return advance(tx, id, event, { attempts, not_before: null })
  })
  if (job === null) return
  parts.changes.publish(id)
  parts.log.info({ transcription: id, attempt: job.attempts }, 'transcription started')
  try {
    await finish(parts, stops, job, await produce(parts, stops, job))
  } catch (error) {
    await breakOff(parts, stops, job, error)
  }
  parts.changes.publish(id)
}

async function produce(parts: Parts, stops: Stops, job: TranscriptionRecord): Promise<Outcome> {
  if (job.source.platform === 'youtube') return produceFromVideo(parts, stops, job)
  const name = mediaName(job)
  if (name === null) throw new JobError('unsupported_media', 'The transcription has no file.')
  return transcribe(parts, stops, job, parts.media.path(name))
}

async function produceFromVideo(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
): Promise<Outcome> {
  const cached = await findCached(parts, job)
  if (cached !== null) return cached
  const signals = { stop: anyOf(stops), closing: stops.closing }
  const isLastTry = job.attempts > RETRY_WAITS_MS.length
  try {
    const fetched = await fetchVideo(parts, job, isLastTry, signals)
    return typeof fetched === 'string' ? await transcribe(parts, stops, job, fetched) : fetched
  } finally {
    await parts.fetcher.remove(job.id)
  }
}

async function transcribe(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
  path: string,
): Promise<Outcome> {
  const { speech, changes } = parts
  const { language, diarize } = job.options
  const segments: Segment[] = []
  let duration_seconds: number | null = null
  const listener = {
    async media(found: { duration_seconds: number }) {
      duration_seconds = found.duration_seconds
      await commit(parts, stops, (tx) =>
        measure(tx, job.id, { duration_seconds: found.duration_seconds }, now(parts)),
      )
      changes.setProgress(job.id, { processed_seconds: 0, duration_seconds })
    },
    progress(processed_seconds: number) {
      changes.setProgress(job.id, { processed_seconds, duration_seconds })
    },
    segment(segment: Segment) {
      segments.push(segment)
    },
  }
  const request = { id: job.id, path, language, diarize }
  const heard = await speech.transcribe(request, listener, anyOf(stops))
  return {
    transcript: transcriptOf(segments),
    ...heard,
    transcript_source: 'speech_to_text',
    caption_kind: null,
    cached: false,
  }
}

async function finish(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
  outcome: Outcome,
): Promise<void> {
  await parts.transcripts.write(job.id, outcome.transcript)
  const done = await commit(parts, stops, (tx) => complete(tx, job.id, outcome, now(parts)))
  if (done === null) await parts.transcripts.remove(job.id)
  await removeMedia(parts, job)
  parts.log.info(
    { transcription: job.id, status: done?.status ?? 'canceled' },
    'transcription ended',
  )
}

/** The attempt ended early: canceled, interrupted by the daemon's end, to be retried, or failed. */
async function breakOff(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
  error: unknown,
): Promise<void> {
  const waitMs = RETRY_WAITS_MS[job.attempts - 1]
  if (stops.closing.aborted && !stops.canceled.aborted) {
    await parts.store.tx((tx) => advance(tx, job.id, 'interrupt', { attempts: job.attempts - 1 }))
  } else if (!(error instanceof JobError) && !stops.canceled.aborted && waitMs !== undefined) {
    parts.log.warn({ err: error, transcription: job.id, attempt: job.attempts }, 'to be retried')
    const not_before = parts.clock.now() + waitMs
    await commit(parts, stops, (tx) => advance(tx, job.id, 'interrupt', { not_before }))
  } else {
    await fail(parts, stops, job, error)
    await parts.transcripts.remove(job.id)
    await removeMedia(parts, job)
  }
}

async function fail(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
  error: unknown,
): Promise<void> {
  const failure = failureOf(error)
  const failed = await commit(parts, stops, (tx) =>
    endWithoutTranscript(tx, job.id, { event: 'fail', error: failure }, now(parts)),
  )
  if (failed) parts.log.warn({ err: error, transcription: job.id }, 'transcription failed')
}

function failureOf(error: unknown): { code: JobFailureCode; message: string } {
  if (error instanceof JobError) return { code: error.code, message: error.message }
  if (error instanceof FetchCrash) return { code: 'fetch_failed', message: error.message }
  return {
    code: 'transcription_failed',
    message: 'Speech-to-text failed after several attempts. Try again later.',
  }
}

function anyOf({ canceled, closing }: Stops): AbortSignal {
  return AbortSignal.any([canceled, closing])
}

function commit<T>(parts: Parts, stops: Stops, work: (tx: Transaction) => T): Promise<T> {
  return commitPatiently(parts, stops.closing, work)
}

async function removeMedia({ media }: Parts, job: TranscriptionRecord): Promise<void> {
  const name = mediaName(job)
  if (name !== null) await media.remove(name)
}

function now({ clock }: Parts): string {
  return new Date(clock.now()).toISOString()
}
