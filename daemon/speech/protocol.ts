// The messages between the daemon and its speech child (execa IPC, one JSON value a message).
// The child handles one job at a time; the daemon starts more children for more jobs at once.
import type { JobFailureCode, Segment } from '../../src/api/types.ts'

/** From the daemon to the child. */
export type SpeechCommand =
  | {
      type: 'transcribe'
      job: string
      /** Absolute path of the media file; only this file is ever opened. */
      path: string
      /** Requested language, `auto` or a BCP 47 primary tag. */
      language: string
      diarize: boolean
    }
  | { type: 'cancel'; job: string }

/** From the child to the daemon. Times are seconds from the start of the media. */
export type SpeechEvent =
  | { type: 'ready'; model: string }
  | { type: 'media'; job: string; duration_seconds: number; format: string }
  | { type: 'progress'; job: string; processed_seconds: number }
  | { type: 'segment'; job: string; segment: Segment }
  | { type: 'done'; job: string; language: string | null; duration_seconds: number }
  | { type: 'canceled'; job: string }
  | { type: 'failed'; job: string; code: JobFailureCode; message: string }
