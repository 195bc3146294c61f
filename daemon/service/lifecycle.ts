// The changes of a job's record that more than one caller makes, each inside the caller's
// transaction: what has to happen together stays together.
import type { JobFailureCode } from '../../src/api/types.ts'
import type { Reads, Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { mediaExtension } from '../rules/filename.ts'
import { next, type StatusEvent } from '../rules/state.ts'
import { recordEvent } from './events.ts'
import { refund } from './minutes.ts'

/**
 * Moves a job on, keeping the rest of its record; an end that a webhook tells of is told.
 *
 * @returns the new record; null, with nothing written, when the event no longer applies
 */
export function advance(
  tx: Transaction,
  id: string,
  event: StatusEvent,
  changes: Partial<TranscriptionRecord> = {},
): TranscriptionRecord | null {
  const job = tx.get('transcriptions', id)
  const status = job ? next(job.status, event) : null
  if (!job || status === null) return null
  const record = { ...job, ...changes, status }
  tx.put('transcriptions', record)
  recordEvent(tx, record)
  return record
}

/** Ends a job without a transcript: its minutes go back and an open upload is closed. */
export function endWithoutTranscript(
  tx: Transaction,
  id: string,
  end: { event: 'cancel' } | { event: 'fail'; error: { code: JobFailureCode; message: string } },
  now: string,
): TranscriptionRecord | null {
  const error = end.event === 'fail' ? end.error : null
  const changes = { error, billed_minutes: null, completed_at: now }
  const job = advance(tx, id, end.event, changes)
  if (job === null) return null
  refund(tx, job, now)
  if (tx.get('uploads', id)?.expires_at) tx.delete('uploads', id)
  return job
}

/** Name of a job's media file; null for jobs that carry none. */
export function mediaName(job: TranscriptionRecord): string | null {
  if (job.source.platform !== 'upload' || job.source.filename === null) return null
  return `${job.id}.${mediaExtension(job.source.filename)}`
}

/** The record as its team may see it; undefined when there is none or it is another team's. */
export function findOwn(store: Reads, teamId: string, id: string): TranscriptionRecord | undefined {
  const job = store.get('transcriptions', id)
  return job?.team_id === teamId ? job : undefined
}
