// What answers and webhook events show of a job: the API's fields, and none of the daemon's own.
import type { Transcription } from '../../src/api/types.ts'
import type { TranscriptionRecord } from '../records.ts'

/** The record as the API shows it, without transcript. */
export function present(job: TranscriptionRecord): Transcription {
  const { team_id, sequence, webhook_url, mime_type, attempts, not_before, ...transcription } = job
  return transcription
}
