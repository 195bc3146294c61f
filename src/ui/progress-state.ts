// How far each input is: pure, shared by the live view and plain lines. What is said about it is
// a matter of progress-text.ts.
import type { ProgressReport } from '../api/local.ts'
import type { Status } from '../api/types.ts'
import { addSample, ratePerSecond, type Sample } from './meter.ts'

export type Phase = 'waiting' | 'uploading' | Status | 'done'

export interface InputProgress {
  name: string
  phase: Phase
  sentBytes: number
  totalBytes: number
  /** Seconds of audio; null while unknown. */
  processedSeconds: number | null
  durationSeconds: number | null
  /** What has to be fetched before the audio. */
  pulling: ProgressReport['pulling']
  /** When the present phase began, and how much of the audio was done then. */
  begun: { atMs: number; processedSeconds: number }
  /** Of the present phase: bytes sent, or seconds of audio done. */
  samples: Sample[]
  /** When that has grown last. */
  grownAtMs: number
  /** The server was lost: which attempt to reach it comes next. */
  lostAttempt: number | null
}

export type ProgressPatch = Partial<Omit<InputProgress, 'name' | 'begun' | 'samples' | 'grownAtMs'>>

const UPLOAD_WINDOW_MS = 10_000
const STALL_MS = 4000
/** Recognised pieces are up to 15 s long and come one by one. */
const TRANSCRIPTION_WINDOW_MS = 30_000

export function newProgress(name: string): InputProgress {
  return {
    name,
    phase: 'waiting',
    sentBytes: 0,
    totalBytes: 0,
    processedSeconds: null,
    durationSeconds: null,
    pulling: undefined,
    begun: { atMs: 0, processedSeconds: 0 },
    samples: [],
    grownAtMs: 0,
    lostAttempt: null,
  }
}

/** @param nowMs any monotonic time in ms */
export function applyPatch(old: InputProgress, patch: ProgressPatch, nowMs: number): InputProgress {
  const next = { ...old, ...patch }
  if (next.phase !== old.phase) {
    next.samples = []
    // How long it took is told at the end.
    if (next.phase !== 'done') {
      next.begun = { atMs: nowMs, processedSeconds: next.processedSeconds ?? 0 }
    }
  }
  const isBack = old.lostAttempt !== null && next.lostAttempt === null
  if (isBack) Object.assign(next, { samples: [], grownAtMs: nowMs })
  const now = measured(next, nowMs)
  const before = measured(old, nowMs)
  if (next.phase !== old.phase || (now?.value ?? 0) > (before?.value ?? 0)) next.grownAtMs = nowMs
  if (now !== null) next.samples = addSample(next.samples, now, windowMs(next))
  return next
}

/** What a server's report changes. */
export function patchOf(report: ProgressReport): ProgressPatch {
  const { status: phase, processed_seconds, duration_seconds, pulling } = report
  const seconds = { processedSeconds: processed_seconds, durationSeconds: duration_seconds }
  return { phase, ...seconds, pulling }
}

/** Applies the patch in place and returns the new state. */
export function updateState(
  states: InputProgress[],
  index: number,
  patch: ProgressPatch,
  nowMs: number,
): InputProgress {
  const next = applyPatch(states[index] ?? newProgress(''), patch, nowMs)
  states[index] = next
  return next
}

/** Tells all of them that the server was lost, or is back. */
export function updateLost(states: InputProgress[], lostAttempt: number | null, nowMs: number) {
  for (const index of states.keys()) updateState(states, index, { lostAttempt }, nowMs)
}

/** True while something is being done for this input. */
export function isActive(phase: Phase): boolean {
  return !['waiting', 'done', 'failed', 'canceled', 'completed'].includes(phase)
}

/** 0 to 1, or null where there is nothing to measure by. */
export function fractionOf(progress: InputProgress): number | null {
  const { phase, sentBytes, totalBytes, processedSeconds, durationSeconds } = progress
  if (phase === 'uploading') return totalBytes > 0 ? clamp(sentBytes / totalBytes) : null
  if (phase === 'transcribing' && processedSeconds !== null && durationSeconds) {
    return clamp(processedSeconds / durationSeconds)
  }
  return null
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction))
}

/** Bytes, or seconds of audio, per second lately; null while too little is known. */
export function rateOf(progress: InputProgress, nowMs: number): number | null {
  const now = measured(progress, nowMs)
  return now && ratePerSecond(progress.samples, now, windowMs(progress))
}

/** No byte has got through for a while. What is recognised comes in pieces that take longer. */
export function isStalled({ phase, grownAtMs }: InputProgress, nowMs: number): boolean {
  return phase === 'uploading' && nowMs - grownAtMs > STALL_MS
}

/** Until the present phase is over, at the present rate; null where that cannot be said. */
export function secondsLeft(progress: InputProgress, nowMs: number): number | null {
  const rate = rateOf(progress, nowMs)
  if (rate === null || rate <= 0 || isStalled(progress, nowMs)) return null
  const { phase, sentBytes, totalBytes, processedSeconds, durationSeconds } = progress
  const left =
    phase === 'uploading'
      ? totalBytes - sentBytes
      : (durationSeconds ?? 0) - (processedSeconds ?? 0)
  return Math.max(0, left) / rate
}

function measured({ phase, sentBytes, processedSeconds }: InputProgress, atMs: number) {
  if (phase === 'uploading') return { atMs, value: sentBytes }
  if (phase === 'transcribing' && processedSeconds !== null)
    return { atMs, value: processedSeconds }
  return null
}

function windowMs({ phase }: InputProgress): number {
  return phase === 'uploading' ? UPLOAD_WINDOW_MS : TRANSCRIPTION_WINDOW_MS
}
