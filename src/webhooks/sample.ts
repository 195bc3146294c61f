// Events for trying a receiver: what a server would send for a file of nearly six minutes.
import { randomBytes } from 'node:crypto'
import type { Event, Transcription } from '../api/types.ts'

export type SampleKind = 'completed' | 'failed'

const DURATION_SECONDS = 341.76
const WORK_MS = 21_000

/** A new transcription each time, as receivers pass over those that they have seen. */
export function sampleEvent(kind: SampleKind, nowMs: number): Event {
  const ended = new Date(nowMs).toISOString()
  const data = { ...sampleTranscription(nowMs), ...END[kind], completed_at: ended }
  return { type: `transcription.${kind}`, created_at: ended, data }
}

const END: Record<SampleKind, Partial<Transcription>> = {
  completed: {
    status: 'completed',
    transcript_source: 'speech_to_text',
    language: 'en',
    billed_minutes: 6,
  },
  failed: {
    status: 'failed',
    error: { code: 'no_speech', message: 'No speech was found in the file.' },
  },
}

function sampleTranscription(nowMs: number): Transcription {
  return {
    id: `tr_sample_${randomBytes(8).toString('hex')}`,
    object: 'transcription',
    status: 'transcribing',
    source: { platform: 'upload', filename: 'team-meeting.mp3', size: 5_468_160 },
    media: {
      filename: 'team-meeting.mp3',
      mime_type: 'audio/mpeg',
      size: 5_468_160,
      duration_seconds: DURATION_SECONDS,
    },
    options: { source: 'auto', language: 'auto', diarize: false },
    transcript_source: null,
    caption_kind: null,
    language: null,
    billed_minutes: null,
    cached: false,
    error: null,
    created_at: new Date(nowMs - WORK_MS).toISOString(),
    completed_at: null,
    deleted_at: null,
  }
}
