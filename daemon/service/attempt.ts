// One attempt at one job: run the speech child, then commit what came of it. A result that comes
// too late (the job was canceled) is dropped by the state table.
import { JobError } from '../../src/api/errors.ts'
import type { Segment, Transcript } from '../../src/api/types.ts'
import type { SpeechResult, Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { mediaExtension, mimeType } from '../rules/filename.ts'
import { commitPatiently } from './commit.ts'
import { advance, endWithoutTranscript, mediaName } from './lifecycle.ts'
import { charge } from './minutes.ts'
import type { Parts } from './parts.ts'

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
    const attempts = (tx.get('transcriptions', id)?.attempts ?? 0) + 1
    return advance(tx, id, 'start', { attempts, not_before: null })
  })
  if (job === null) return
  parts.changes.publish(id)
  parts.log.info({ transcription: id, attempt: job.attempts }, 'transcription started')
  try {
    await finish(parts, stops, job, await transcribe(parts, stops, job))
  } catch (error) {
    await breakOff(parts, stops, job, error)
  }
  parts.changes.publish(id)
}

interface Outcome extends SpeechResult {
  segments: Segment[]
}

async function transcribe(parts: Parts, stops: Stops, job: TranscriptionRecord): Promise<Outcome> {
  const { media, speech, changes } = parts
  const name = mediaName(job)
  if (name === null) throw new JobError('unsupported_media', 'The transcription has no file.')
  const { language, diarize } = job.options
  const segments: Segment[] = []
  let duration_seconds: number | null = null
  const listener = {
    async media(found: { duration_seconds: number }) {
      duration_seconds = found.duration_seconds
      await commit(parts, stops, (tx) => measure(parts, tx, job.id, found.duration_seconds))
      changes.setProgress(job.id, { processed_seconds: 0, duration_seconds })
    },
    progress(processed_seconds: number) {
      changes.setProgress(job.id, { processed_seconds, duration_seconds })
    },
    segment(segment: Segment) {
      segments.push(segment)
    },
  }
  const request = { id: job.id, path: media.path(name), language, diarize }
  const signal = AbortSignal.any([stops.canceled, stops.closing])
  return { ...(await speech.transcribe(request, listener, signal)), segments }
}

/** Records and charges the duration in one commit. */
function measure(parts: Parts, tx: Transaction, id: string, seconds: number): void {
  const job = tx.get('transcriptions', id)
  if (job?.status !== 'transcribing') return
  const billed_minutes = charge(tx, job, seconds, now(parts))
  const media = { ...(job.media ?? uploadedMedia(job)), duration_seconds: seconds }
  tx.put('transcriptions', { ...job, media, billed_minutes })
}

async function finish(
  parts: Parts,
  stops: Stops,
  job: TranscriptionRecord,
  outcome: Outcome,
): Promise<void> {
  await parts.transcripts.write(job.id, transcriptOf(outcome.segments))
  const done = await commit(parts, stops, (tx) => {
    measure(parts, tx, job.id, outcome.duration_seconds)
    return advance(tx, job.id, 'finish', {
      transcript_source: 'speech_to_text',
      language: outcome.language,
      completed_at: now(parts),
    })
  })
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
  const failure =
    error instanceof JobError
      ? { code: error.code, message: error.message }
      : ({
          code: 'transcription_failed',
          message: 'Speech-to-text failed after several attempts. Try again later.',
        } as const)
  const failed = await commit(parts, stops, (tx) =>
    endWithoutTranscript(tx, job.id, { event: 'fail', error: failure }, now(parts)),
  )
  if (failed) parts.log.warn({ err: error, transcription: job.id }, 'transcription failed')
}

function commit<T>(parts: Parts, stops: Stops, work: (tx: Transaction) => T): Promise<T> {
  return commitPatiently(parts, stops.closing, work)
}

function uploadedMedia(job: TranscriptionRecord): NonNullable<TranscriptionRecord['media']> {
  if (job.source.platform !== 'upload') return { duration_seconds: null }
  const { filename, size } = job.source
  return {
    ...(filename === null ? {} : { filename }),
    mime_type: job.mime_type ?? mimeType(mediaExtension(filename ?? '')),
    ...(size === null ? {} : { size }),
    duration_seconds: null,
  }
}

function transcriptOf(segments: Segment[]): Transcript {
  const speakers = new Set<string>()
  for (const { speaker } of segments) if (speaker !== null) speakers.add(speaker)
  const text = segments.map((segment) => segment.text).join(' ')
  return { text, speakers: [...speakers], segments }
}

async function removeMedia({ media }: Parts, job: TranscriptionRecord): Promise<void> {
  const name = mediaName(job)
  if (name !== null) await media.remove(name)
}

function now({ clock }: Parts): string {
  return new Date(clock.now()).toISOString()
}
