// What an attempt comes to when all goes well, and how it is written down: the charge and the
// end of the job are one commit, whether the transcript was heard, read or had been made before.
import type { Media, Segment, Transcript } from '../../src/api/types.ts'
import type { Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import { mediaExtension, mimeType } from '../rules/filename.ts'
import { joinWords } from '../rules/join-words.ts'
import { isProcessing } from '../rules/state.ts'
import { advance } from './lifecycle.ts'
import { charge } from './minutes.ts'

type Facts = Pick<TranscriptionRecord, 'transcript_source' | 'caption_kind' | 'language' | 'cached'>

export interface Outcome extends Facts {
  transcript: Transcript
  /** What is charged. */
  duration_seconds: number
  /** Where it is not known from the record. */
  media?: Media
}

/**
 * Completes a job that is under way and charges it, or adjusts what was charged before.
 *
 * @returns the record; null, with nothing written, when the job has ended otherwise meanwhile
 * @throws JobError insufficient_minutes
 */
export function complete(
  tx: Transaction,
  id: string,
  outcome: Outcome,
  now: string,
): TranscriptionRecord | null {
  const { transcript_source, caption_kind, language, cached } = outcome
  measure(tx, id, outcome, now)
  const facts = { transcript_source, caption_kind, language, cached }
  return advance(tx, id, 'finish', { ...facts, completed_at: now })
}

/** Records and charges the duration; nothing happens when the job is no longer under way. */
export function measure(
  tx: Transaction,
  id: string,
  { duration_seconds, media }: { duration_seconds: number; media?: Media },
  now: string,
): void {
  const job = tx.get('transcriptions', id)
  if (job === undefined || !isProcessing(job.status)) return
  const billed_minutes = charge(tx, job, duration_seconds, now)
  const known = media ?? job.media ?? uploadedMedia(job)
  tx.put('transcriptions', { ...job, media: { ...known, duration_seconds }, billed_minutes })
}

export function transcriptOf(segments: Segment[]): Transcript {
  const speakers = new Set<string>()
  for (const { speaker } of segments) if (speaker !== null) speakers.add(speaker)
  const text = joinWords(segments.map((segment) => segment.text))
  return { text, speakers: [...speakers], segments }
}

function uploadedMedia(job: TranscriptionRecord): Media {
  if (job.source.platform !== 'upload') return { duration_seconds: null }
  const { filename, size } = job.source
  return {
    ...(filename === null ? {} : { filename }),
    mime_type: job.mime_type ?? mimeType(mediaExtension(filename ?? '')),
    ...(size === null ? {} : { size }),
    duration_seconds: null,
  }
}
