// Progress said in words, at several lengths: a narrow terminal gets fewer facts, not cut ones.
import { fractionOf, type InputProgress, isStalled, rateOf, secondsLeft } from './progress-state.ts'
import { widthOf } from './width.ts'

type Pulling = NonNullable<InputProgress['pulling']>

/** Sooner, a rate or the time left would be a guess. */
const FIRST_RATE_MS = 500
const FIRST_ESTIMATE_MS = 2000
/** Waiting is worth telling when it takes longer. */
const SHORTEST_WAIT_SECONDS = 3

/** One line without the name, e.g. `transcribing 45 %, 38 × real time, 4:30 of 10:00`. */
export function describeProgress(progress: InputProgress, nowMs: number): string {
  return tellings(progress, nowMs)[0] ?? ''
}

/** The same at several lengths, the longest first. */
export function tellings(progress: InputProgress, nowMs: number): string[] {
  const { phase, pulling } = progress
  if (phase === 'transcribing' && pulling !== undefined) return pullTellings(pulling)
  if (phase === 'done') return [describeDone(progress, nowMs), 'done']
  if (progress.lostAttempt !== null) return lost(progress, progress.lostAttempt)
  if (phase === 'uploading') return measured(progress, nowMs, uploadFacts(progress, nowMs))
  if (phase === 'transcribing') return measured(progress, nowMs, audioFacts(progress, nowMs))
  return unmeasured(progress, nowMs)
}

/** The first of `texts`, longest first, that fits into so many columns; else the last one. */
export function fitting(texts: string[], columns: number): string {
  return texts.find((text) => widthOf(text) <= columns) ?? texts.at(-1) ?? ''
}

function pullTellings({ model, received_bytes, total_bytes }: Pulling): string[] {
  const received = megabytes(received_bytes)
  if (total_bytes === null) return [`pulling model ${model}, ${received} MB`, 'pulling its model']
  const percent = `${Math.floor((received_bytes / total_bytes) * 100)} %`
  const head = `pulling model ${model}: ${percent}`
  return [`${head}, ${received} of ${megabytes(total_bytes)} MB`, head, `pulling ${percent}`]
}

/** @param facts how fast, and where: both may be missing */
function measured(
  progress: InputProgress,
  nowMs: number,
  [rate, position]: [string | null, string],
): string[] {
  const fraction = fractionOf(progress)
  if (fraction === null) return unmeasured(progress, nowMs)
  const percent = `${Math.floor(fraction * 100)} %`
  const head = `${progress.phase} ${percent}`
  const left = estimate(progress, nowMs)
  return [[head, rate, position, left], [head, rate, left], [head, left], [head], [percent]].map(
    (parts) => parts.filter((part) => part !== null).join(', '),
  )
}

function unmeasured({ phase, begun }: InputProgress, nowMs: number): string[] {
  const words = phase.replaceAll('_', ' ')
  const seconds = (nowMs - begun.atMs) / 1000
  return seconds < SHORTEST_WAIT_SECONDS ? [words] : [`${words} for ${clock(seconds)}`, words]
}

/** What is being done about a server that was lost. */
export function reconnecting(attempt: number): string {
  return `reconnecting (attempt ${attempt})`
}

/** How far it was, and that nothing goes on for the moment. */
function lost(progress: InputProgress, attempt: number): string[] {
  const fraction = fractionOf(progress)
  const words = progress.phase.replaceAll('_', ' ')
  const head = fraction === null ? words : `${words} ${Math.floor(fraction * 100)} %`
  const news = reconnecting(attempt)
  return [`${head}, server lost, ${news}`, `server lost, ${news}`, news, 'reconnecting']
}

function uploadFacts(progress: InputProgress, nowMs: number): [string | null, string] {
  const { sentBytes, totalBytes, begun } = progress
  const position = `${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB`
  if (isStalled(progress, nowMs)) return ['stalled', position]
  const rate = nowMs - begun.atMs < FIRST_RATE_MS ? null : rateOf(progress, nowMs)
  return [rate !== null && rate > 0 ? `${megabytes(rate)} MB/s` : null, position]
}

function audioFacts(progress: InputProgress, nowMs: number): [string | null, string] {
  const { processedSeconds, durationSeconds } = progress
  const position = `${clock(processedSeconds ?? 0)} of ${clock(durationSeconds ?? 0)}`
  return [timesRealTime(rateOf(progress, nowMs)), position]
}

function estimate(progress: InputProgress, nowMs: number): string | null {
  const seconds =
    nowMs - progress.begun.atMs < FIRST_ESTIMATE_MS ? null : secondsLeft(progress, nowMs)
  return seconds === null ? null : `${roughly(seconds)} left`
}

function describeDone({ durationSeconds, begun }: InputProgress, nowMs: number): string {
  if (!durationSeconds) return 'done'
  const seconds = (nowMs - begun.atMs) / 1000
  const took = seconds < 10 ? `${seconds.toFixed(1)} s` : clock(seconds)
  // Seen from its beginning on, or the speed says nothing.
  const whole = begun.processedSeconds === 0 && seconds >= 0.3
  const speed = whole ? timesRealTime(durationSeconds / seconds) : null
  return [`${clock(durationSeconds)} of audio in ${took}`, speed].filter(Boolean).join(', ')
}

function timesRealTime(factor: number | null): string | null {
  if (factor === null || factor <= 0) return null
  return `${factor < 10 ? factor.toFixed(1) : Math.round(factor)} × real time`
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

/** Time left, no more exact than it can be known: `0:07`, `4:35`, `25 min`, `2 h 10 min`. */
export function roughly(seconds: number): string {
  if (seconds < 60) return clock(Math.min(59, Math.ceil(seconds)))
  if (seconds < 600) return clock(Math.ceil(seconds / 5) * 5)
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `████░░░░`, or spaces where there is nothing to measure by. */
export function bar(fraction: number | null, width: number): string {
  if (fraction === null) return ' '.repeat(width)
  const full = Math.round(fraction * width)
  return '█'.repeat(full) + '░'.repeat(width - full)
}
