// Speech-to-text for one job: the record follows what the speech child tells.
import type { Segment } from '../../src/api/types.ts'
import type { TranscriptionRecord } from '../records.ts'
import { measure, type Outcome, transcriptOf } from './outcome.ts'
import { commit, now, type Work } from './work.ts'

/**
 * @param path of the media file
 * @throws JobError, SpeechCrash, and the signal's reason
 */
export async function hear(work: Work, job: TranscriptionRecord, path: string): Promise<Outcome> {
  const { speech, changes } = work
  const { language, diarize } = job.options
  const segments: Segment[] = []
  let duration_seconds: number | null = null
  const listener = {
    async media(found: { duration_seconds: number }) {
      duration_seconds = found.duration_seconds
      await commit(work, (tx) =>
        measure(tx, job.id, { duration_seconds: found.duration_seconds }, now(work)),
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
  const heard = await speech.transcribe(request, listener, work.stop)
  return {
    transcript: transcriptOf(segments),
    ...heard,
    transcript_source: 'speech_to_text',
    caption_kind: null,
    cached: false,
  }
}
