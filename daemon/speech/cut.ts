// Cuts a stream of frames into the spans that the engine hears. The engine needs context (8 to 15 s
// give the best text) but loses its way on long input, so short pauses are bridged while a span is
// young, a grown span ends at the next pause, and speech without one is cut where it is quietest.
// Pure bookkeeping on frame numbers: it holds no audio, and decides as soon as it can.
import { FRAME_SECONDS } from './vad.ts'

export interface Frame {
  /** Probability of speech, 0 to 1. */
  speech: number
  /** Mean square of the samples. */
  energy: number
}

/** Frames `start` up to, not including, `end`, counted from the beginning of the stream. */
export interface Span {
  start: number
  end: number
}

export interface Cutter {
  /** Takes the next frame; returns the span that it completes, if any. */
  push(frame: Frame): Span | null
  /** The stream is over; returns the span still open, if any. */
  end(): Span | null
  /** No later span begins before this frame. */
  readonly keepFrom: number
}

const ON = 0.5
const OFF = 0.35
const PAD = frames(0.2)
const MIN_SPEECH = frames(0.13)
/** A span this long is content to end at a short pause. */
const GROWN = frames(8)
const SHORT_PAUSE = frames(0.45)
const LONG_PAUSE = frames(1.2)
/** An energy minimum is looked for over windows of this length. */
const WINDOW = 5

export function frames(seconds: number): number {
  return Math.round(seconds / FRAME_SECONDS)
}

/** @param maxSeconds no span is longer, padding included */
export function createCutter(maxSeconds: number): Cutter {
  const maxFrames = Math.floor(maxSeconds / FRAME_SECONDS)
  let now = 0
  let floor = 0
  let speaking = false
  let open: OpenSpan | null = null

  function close(span: OpenSpan, end: number): Span | null {
    floor = end
    open = null
    return spokenFrames(span) < MIN_SPEECH ? null : { start: span.start, end }
  }

  function closePadded(span: OpenSpan): Span | null {
    return close(span, Math.min(now, lastSpeech(span) + PAD))
  }

  /** Goes on with what follows the cut, where somebody speaks there. */
  function cutQuietest(span: OpenSpan): Span | null {
    const length = quietest(span.heard, Math.floor(maxFrames / 2))
    const rest = { start: span.start + length, heard: span.heard.splice(length) }
    const closed = close(span, rest.start)
    if (spokenFrames(rest) > 0) open = rest
    return closed
  }

  return {
    get keepFrom() {
      return open?.start ?? Math.max(floor, now - PAD)
    },
    push({ speech, energy }) {
      speaking = speech >= (speaking ? OFF : ON)
      if (speaking) open ??= openSpan(Math.max(floor, now - PAD), now)
      now += 1
      if (open === null) return null
      open.heard.push({ energy, speaking })
      const pause = now - lastSpeech(open)
      if (pause >= (open.heard.length >= GROWN ? SHORT_PAUSE : LONG_PAUSE)) return closePadded(open)
      return open.heard.length >= maxFrames ? cutQuietest(open) : null
    },
    end() {
      return open === null ? null : closePadded(open)
    },
  }
}

interface OpenSpan {
  start: number
  /** One a frame from `start` on. */
  heard: { energy: number; speaking: boolean }[]
}

function openSpan(start: number, firstSpeech: number): OpenSpan {
  const padding = Array.from({ length: firstSpeech - start }, () => ({
    energy: 0,
    speaking: false,
  }))
  return { start, heard: padding }
}

function spokenFrames(span: OpenSpan): number {
  return span.heard.filter((frame) => frame.speaking).length
}

/** One past the last frame with speech. */
function lastSpeech(span: OpenSpan): number {
  return span.start + span.heard.findLastIndex((frame) => frame.speaking) + 1
}

/** Index, at least `from`, in the middle of the window with the least energy. */
function quietest(heard: OpenSpan['heard'], from: number): number {
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (let index = from; index + WINDOW <= heard.length; index += 1) {
    const window = heard.slice(index, index + WINDOW)
    const energy = window.reduce((sum, frame) => sum + frame.energy, 0)
    if (energy >= least) continue
    least = energy
    best = index + (WINDOW >> 1)
  }
  return best
}
