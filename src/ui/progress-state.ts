// How far each input is, and that said in words: pure, shared by the live view and plain lines.
import type { Status } from '../api/types.ts'
import { printable } from '../text.ts'

export type Phase = 'waiting' | 'uploading' | Status | 'done'

export interface InputProgress {
  name: string
  phase: Phase
  sentBytes: number
  totalBytes: number
  /** Seconds of audio; null while unknown. */
  processedSeconds: number | null
  durationSeconds: number | null
  /** Where the present phase began, for rates: time in ms, bytes sent, seconds processed. */
  begun: { atMs: number; sentBytes: number; processedSeconds: number }
}

export type ProgressPatch = Partial<Omit<InputProgress, 'name' | 'begun'>>

export function newProgress(name: string): InputProgress {
  return {
    name,
    phase: 'waiting',
    sentBytes: 0,
    totalBytes: 0,
    processedSeconds: null,
    durationSeconds: null,
    begun: { atMs: 0, sentBytes: 0, processedSeconds: 0 },
  }
}

/** @param nowMs any monotonic time in ms */
export function applyPatch(old: InputProgress, patch: ProgressPatch, nowMs: number): InputProgress {
  const next = { ...old, ...patch }
  if (next.phase === old.phase || next.phase === 'done') return next
  const { sentBytes } = next
  return {
    ...next,
    begun: { atMs: nowMs, sentBytes, processedSeconds: next.processedSeconds ?? 0 },
  }
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

/** True while something is being done for this input. */
export function isActive(phase: Phase): boolean {
  return !['waiting', 'done', 'failed', 'canceled', 'completed'].includes(phase)
}

/** 0 to 1, or null where there is nothing to measure by. */
export function fractionOf(progress: InputProgress): number | null {
  const { phase, sentBytes, totalBytes, processedSeconds, durationSeconds } = progress
  if (phase === 'uploading') return totalBytes > 0 ? Math.min(1, sentBytes / totalBytes) : null
  if (phase === 'transcribing' && processedSeconds !== null && durationSeconds) {
    return Math.min(1, processedSeconds / durationSeconds)
  }
  return null
}

/** One line without the name, e.g. `transcribing 45 %, 38 × real time, 4:30 of 10:00`. */
export function describeProgress(progress: InputProgress, nowMs: number): string {
  const { phase, begun } = progress
  const elapsedSeconds = (nowMs - begun.atMs) / 1000
  if (phase === 'uploading') return describeUpload(progress, elapsedSeconds)
  if (phase === 'transcribing') return describeTranscription(progress, elapsedSeconds)
  if (phase === 'done') return describeDone(progress, elapsedSeconds)
  return phase
}

function describeUpload(progress: InputProgress, elapsedSeconds: number): string {
  const { sentBytes, totalBytes, begun } = progress
  const size = `${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB`
  const rate = (sentBytes - begun.sentBytes) / elapsedSeconds
  const parts = [`uploading ${percent(fractionOf(progress))}`, size]
  if (elapsedSeconds > 0.5 && rate > 0) parts.push(`${megabytes(rate)} MB/s`)
  return parts.join(', ')
}

function describeTranscription(progress: InputProgress, elapsedSeconds: number): string {
  const { processedSeconds, durationSeconds } = progress
  if (processedSeconds === null || !durationSeconds) return 'transcribing'
  return [
    `transcribing ${percent(fractionOf(progress))}`,
    ...speed(progress, processedSeconds, elapsedSeconds),
    `${clock(processedSeconds)} of ${clock(durationSeconds)}`,
  ].join(', ')
}

function describeDone(progress: InputProgress, elapsedSeconds: number): string {
  const { durationSeconds } = progress
  if (!durationSeconds) return 'done'
  const took = elapsedSeconds < 10 ? `${elapsedSeconds.toFixed(1)} s` : clock(elapsedSeconds)
  const parts = [`${clock(durationSeconds)} of audio in ${took}`]
  // Seen from its beginning on, or the time says nothing.
  const whole = progress.begun.processedSeconds === 0
  const factor = whole ? speed(progress, durationSeconds, elapsedSeconds) : []
  return [...parts, ...factor].join(', ')
}

function speed({ begun }: InputProgress, seconds: number, elapsedSeconds: number): string[] {
  const factor = (seconds - begun.processedSeconds) / elapsedSeconds
  if (elapsedSeconds < 0.3 || !Number.isFinite(factor) || factor <= 0) return []
  return [`${factor < 10 ? factor.toFixed(1) : Math.round(factor)} × real time`]
}

function percent(fraction: number | null): string {
  return fraction === null ? '' : `${Math.floor(fraction * 100)} %`
}

/** Decimal megabytes, one place. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

/** `4:05` or `1:04:05`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '')
}

/** `████░░░░`, or spaces where there is nothing to measure by. */
export function bar(fraction: number | null, width: number): string {
  if (fraction === null) return ' '.repeat(width)
  const full = Math.round(fraction * width)
  return '█'.repeat(full) + '░'.repeat(width - full)
}

/** A name fit for one line, its middle left out when it is longer than `width` characters. */
export function shortName(name: string, width: number): string {
  const characters = [...printable(name)]
  if (characters.length <= width) return characters.join('')
  const head = Math.ceil((width - 1) / 2)
  const tail = width - 1 - head
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`
}
