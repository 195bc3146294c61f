// Cuts a stream of frames into the spans that the engine hears. The engine needs context (8 to 15 s
// give the best text) but loses its way on long input, so short pauses are bridged while a span is
// young, a grown span ends at the next pause, and speech without one is cut in a breath or else where
// it is quietest; then both spans reach a second over the cut, so that no word is only heard in
// halves (overlap.ts).
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
/** How far each of two spans reaches over a cut in the middle of speech. */
export const REACH_SECONDS = 1

export function frames(seconds: number): number {
  return Math.round(seconds / FRAME_SECONDS)
}

/** @param maxSeconds no span is longer, padding included */
export function createCutter(maxSeconds: number): Cutter {
  const maxFrames = Math.floor(maxSeconds / FRAME_SECONDS)
  const farthest = Math.min(frames(REACH_SECONDS), Math.floor(maxFrames / 8))
  let now = 0
  let floor = 0
  let speaking = false
  let open: OpenSpan | null = null

  /** Nothing comes of a span that holds a click, or only what the one before has heard. */
  function close(span: OpenSpan, end: number): Span | null {
    const isHeard = end <= floor
    floor = Math.max(floor, end)
    open = null
    return isHeard || spokenFrames(span) < MIN_SPEECH ? null : { start: span.start, end }
  }

  function closePadded(span: OpenSpan): Span | null {
    return close(span, Math.min(now, lastSpeech(span) + PAD))
  }

  /** In a breath, or else where it is quietest; goes on with the rest, where somebody speaks. */
  function cutQuietest(span: OpenSpan): Span | null {
    const { cut, reach } = placeToCut(span.heard, farthest)
    const rest = { start: span.start + cut - reach, heard: span.heard.slice(cut - reach) }
    const goesOn = span.heard.slice(cut).some((frame) => frame.speaking)
    const closed = close(
      { start: span.start, heard: span.heard.slice(0, cut + reach) },
      span.start + cut + reach,
    )
    if (goesOn) open = rest
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

/** Where to cut speech that goes on for too long, and how far to reach over the cut. */
function placeToCut(heard: OpenSpan['heard'], farthest: number): { cut: number; reach: number } {
  const from = Math.floor(heard.length / 2)
  const breath = quietest(heard, from, (window) => window.every((frame) => !frame.speaking))
  if (breath !== null) return { cut: breath, reach: 0 }
  const cut = quietest(heard.slice(0, heard.length - farthest), from, () => true)
  return { cut: cut ?? from, reach: farthest }
}

/** Index, at least `from`, in the middle of the window with the least energy; null: none fits. */
function quietest(
  heard: OpenSpan['heard'],
  from: number,
  fits: (window: OpenSpan['heard']) => boolean,
): number | null {
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (let index = from; index + WINDOW <= heard.length; index += 1) {
    const window = heard.slice(index, index + WINDOW)
    const energy = window.reduce((sum, frame) => sum + frame.energy, 0)
    if (energy >= least || !fits(window)) continue
    least = energy
    best = index + (WINDOW >> 1)
  }
  return best
}
