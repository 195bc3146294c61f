// The life of a transcription as one table. Pure: the caller decides what a refused event means
// (a 409 for a request, a dropped result for a job that was canceled meanwhile).
import type { Status } from '../../src/api/types.ts'

/**
 * uploaded: every chunk is there · fetch: the media is being fetched · start: speech-to-text
 * begins · interrupt: the attempt broke off and the job goes back to the queue · finish, fail,
 * cancel: the three ends.
 */
export type StatusEvent =
  | 'uploaded'
  | 'fetch'
  | 'start'
  | 'interrupt'
  | 'finish'
  | 'fail'
  | 'cancel'

const TABLE: Record<Status, Partial<Record<StatusEvent, Status>>> = {
  awaiting_upload: { uploaded: 'queued', cancel: 'canceled' },
  queued: {
    fetch: 'fetching',
    start: 'transcribing',
    finish: 'completed',
    fail: 'failed',
    cancel: 'canceled',
  },
  fetching: {
    start: 'transcribing',
    interrupt: 'queued',
    finish: 'completed',
    fail: 'failed',
    cancel: 'canceled',
  },
  transcribing: { interrupt: 'queued', finish: 'completed', fail: 'failed', cancel: 'canceled' },
  completed: {},
  failed: {},
  canceled: {},
}

/** The status after an event; null when the event no longer applies. */
export function next(status: Status, event: StatusEvent): Status | null {
  return TABLE[status][event] ?? null
}

export function isFinal(status: Status): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled'
}

export function isProcessing(status: Status): boolean {
  return status === 'queued' || status === 'fetching' || status === 'transcribing'
}
