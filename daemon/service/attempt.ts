// One attempt at one job: fetch what has to be fetched, run the speech child where it is needed,
// then commit what came of it. A result that comes too late (the job was canceled) is dropped by
// the state table.
import { JobError } from '../../src/api/errors.ts'
import type { JobFailureCode } from '../../src/api/types.ts'
import { FetchCrash, SpeechUnavailable } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { ATTEMPTS, retryWaitMs, type Trouble } from '../rules/retry-waits.ts'
import { videoKey } from '../rules/video-key.ts'
import { inTurn } from '../turns.ts'
import { fetchAudio, readVideo } from './fetch.ts'
import { hear } from './hear.ts'
import { afterOthers } from './lanes.ts'
import { advance, endWithoutTranscript, mediaName } from './lifecycle.ts'
import { complete, type Outcome } from './outcome.ts'
import { findCached } from './video-cache.ts'
import { commit, now, type Work } from './work.ts'

/** Runs one attempt; resolves when its outcome is on disk. */
export async function attempt(work: Work, id: string): Promise<void> {
  const job = work.store.get('transcriptions', id)
  const key = job ? videoKey(job.source, job.options) : null
  if (key === null) {
    await run(work, id, (started) => produceFromUpload(work, started))
    return
  }
  try {
    await afterOthers(work.lanes, key, work.stop, (failure) => attemptVideo(work, id, failure))
  } catch (error) {
    if (error !== work.stop.reason) throw error
    // It was stopped while it waited: its record is as it should be.
    if (work.canceled.aborted) await work.fetcher.remove(id)
  }
}

/** A job is queued until it is its turn to be read. */
async function attemptVideo(work: Work, id: string, failure: unknown): Promise<unknown> {
  if (failure !== null) return run(work, id, () => Promise.reject(failure))
  const reading = await work.lanes.read.take(work.stop)
  let isReading = true
  const hasRead = () => {
    if (isReading) reading()
    isReading = false
  }
  try {
    return await run(work, id, (started) => produceFromVideo(work, started, hasRead))
  } finally {
    hasRead()
  }
}

/** @returns what went wrong, or null */
async function run(
  work: Work,
  id: string,
  produce: (job: TranscriptionRecord) => Promise<Outcome>,
): Promise<unknown> {
  const job = await begin(work, id)
  if (job === null) return null
  try {
    await finish(work, job, await produce(job))
    return null
  } catch (error) {
    await breakOff(work, job, error)
    return error
  } finally {
    work.changes.publish(id)
  }
}

/** Null when the job was canceled before. */
async function begin(work: Work, id: string): Promise<TranscriptionRecord | null> {
  const job = await commit(work, (tx) => {
    const queued = tx.get('transcriptions', id)
    const attempts = (queued?.attempts ?? 0) + 1
    const event = queued?.source.platform === 'youtube' ? 'fetch' : 'start'
    return advance(tx, id, event, { attempts, not_before: null })
  })
  if (job === null) return null
  work.changes.publish(id)
  work.log.info({ transcription: id, attempt: job.attempts }, 'transcription started')
  return job
}

async function produceFromUpload(work: Work, job: TranscriptionRecord): Promise<Outcome> {
  const name = mediaName(job)
  if (name === null) throw new JobError('unsupported_media', 'The transcription has no file.')
  return hear(work, job, work.media.path(name))
}

/** @param hasRead called when the next job may be read */
async function produceFromVideo(
  work: Work,
  job: TranscriptionRecord,
  hasRead: () => void,
): Promise<Outcome> {
  const { lanes, stop } = work
  const isLastTry = job.attempts >= ATTEMPTS
  const read = (await findCached(work, job)) ?? (await readVideo(work, job, isLastTry))
  if (read !== null) return read
  hasRead()
  return inTurn(lanes.audio, stop, async () => {
    const path = await inTurn(lanes.download, stop, () => fetchAudio(work, job))
    return hear(work, job, path)
  })
}

async function finish(work: Work, job: TranscriptionRecord, outcome: Outcome): Promise<void> {
  await work.transcripts.write(job.id, outcome.transcript)
  const done = await commit(work, (tx) => complete(tx, job.id, outcome, now(work)))
  if (done === null) await work.transcripts.remove(job.id)
  await removeMedia(work, job)
  const status = done?.status ?? 'canceled'
  work.log.info({ transcription: job.id, status }, 'transcription ended')
}

/** The attempt ended early: canceled, interrupted by the daemon's end, to be retried, or failed. */
async function breakOff(work: Work, job: TranscriptionRecord, error: unknown): Promise<void> {
  const { canceled, closing } = work
  const waitMs = retryWaitMs(work.retryWaits, troubleOf(error), job.attempts)
  if (closing.aborted && !canceled.aborted) {
    await work.store.tx((tx) => advance(tx, job.id, 'interrupt', { attempts: job.attempts - 1 }))
  } else if (!(error instanceof JobError) && !canceled.aborted && waitMs !== null) {
    work.log.warn({ err: error, transcription: job.id, attempt: job.attempts }, 'to be retried')
    const not_before = work.clock.now() + waitMs
    // What was fetched stays for the next attempt.
    await commit(work, (tx) => advance(tx, job.id, 'interrupt', { not_before }))
  } else {
    await fail(work, job, error)
    await work.transcripts.remove(job.id)
    await removeMedia(work, job)
  }
}

function troubleOf(error: unknown): Trouble {
  return error instanceof FetchCrash ? error.trouble : 'passing'
}

async function fail(work: Work, job: TranscriptionRecord, error: unknown): Promise<void> {
  const failure = failureOf(error)
  const failed = await commit(work, (tx) =>
    endWithoutTranscript(tx, job.id, { event: 'fail', error: failure }, now(work)),
  )
  if (failed) work.log.warn({ err: error, transcription: job.id }, 'transcription failed')
}

function failureOf(error: unknown): { code: JobFailureCode; message: string } {
  if (error instanceof JobError) return { code: error.code, message: error.message }
  if (error instanceof FetchCrash) return { code: 'fetch_failed', message: error.message }
  if (error instanceof SpeechUnavailable) {
    return { code: 'transcription_failed', message: error.message }
  }
  return {
    code: 'transcription_failed',
    message: 'Speech-to-text failed after several attempts. Try again later.',
  }
}

async function removeMedia({ media, fetcher }: Work, job: TranscriptionRecord): Promise<void> {
  const name = mediaName(job)
  if (name === null) await fetcher.remove(job.id)
  else await media.remove(name)
}
