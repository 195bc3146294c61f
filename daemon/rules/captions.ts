// Captions made into segments. The json3 format is a list of events: windows (no text), lines
// (text in pieces, each with its offset when it was recognised) and line feeds that scroll. Two
// habits must not reach the transcript: a line stays on the screen while the next one appears, so
// times overlap; and captions converted from rolling text repeat the lines that are still shown.
import type { Segment, Word } from '../../src/api/types.ts'
import { cleanText } from './caption-text.ts'
import type { CaptionTrack } from './video-info.ts'

/** Lines that begin so close together are one: they were shown at the same time. */
const TOGETHER_MS = 10
/** Lines that say no end last until the next one, but no longer. */
const UNTIL_NEXT_MS = 4000
/** Beyond any video; such a time is damage. */
const LATEST_MS = 1000 * 60 * 60 * 1000
/** A line may be repeated over a gap as short as this and still be the one on the screen. */
const STILL_SHOWN_MS = 100

/**
 * @param document a json3 document; what is not as expected in it is left out
 * @returns in time order, never overlapping, no line twice; empty when there is no text. Words
 *   only for automatic captions; creators' lines carry no word times.
 */
export function captionSegments(document: unknown, track: CaptionTrack): Segment[] {
  const events = eventsOf(document).map((event) => toCue(event, track.kind))
  const cues = withoutRepeats(events.filter(({ lines }) => lines.length > 0))
  return cut(cues).map(({ startMs, endMs, lines }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    speaker: null,
    language: track.language,
    text: lines.map((line) => line.text).join(' '),
    words: track.kind === 'manual' ? null : wordsOf(lines, endMs),
  }))
}

interface Piece {
  text: string
  startMs: number
}

interface Line {
  text: string
  pieces: Piece[]
}

interface Cue {
  startMs: number
  endMs: number
  lines: Line[]
}

interface CaptionEvent {
  startMs: number
  endMs: number
  pieces: Piece[]
}

function eventsOf(document: unknown): CaptionEvent[] {
  const { events } = (document ?? {}) as { events?: unknown }
  if (!Array.isArray(events)) return []
  const found = events.flatMap((event): CaptionEvent[] => {
    const { tStartMs, dDurationMs, segs } = event ?? {}
    if (!isTime(tStartMs) || !Array.isArray(segs)) return []
    const lengthMs = isTime(dDurationMs) ? dDurationMs : UNTIL_NEXT_MS
    const pieces = segs.flatMap((seg): Piece[] => {
      const { utf8, tOffsetMs = 0 } = seg ?? {}
      if (typeof utf8 !== 'string') return []
      return [{ text: utf8, startMs: tStartMs + (isTime(tOffsetMs) ? tOffsetMs : 0) }]
    })
    return [{ startMs: tStartMs, endMs: tStartMs + lengthMs, pieces }]
  })
  return found.sort((a, b) => a.startMs - b.startMs)
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST_MS
}

function toCue({ startMs, endMs, pieces }: CaptionEvent, kind: CaptionTrack['kind']): Cue {
  const rows: Piece[][] = [[]]
  for (const piece of pieces) {
    const [first = '', ...further] = piece.text.split(/\r?\n/)
    rows.at(-1)?.push({ ...piece, text: first })
    for (const text of further) rows.push([{ ...piece, text }])
  }
  const lines = rows
    .map((row) => ({
      text: cleanText(row.map(({ text }) => text).join(''), kind),
      pieces: row
        .map((piece) => ({ ...piece, text: cleanText(piece.text, kind) }))
        .filter(({ text }) => text !== ''),
    }))
    .filter(({ text }) => text !== '')
  return { startMs, endMs, lines }
}

/** Takes out of each cue the first lines that are the last ones of the cue still on the screen. */
function withoutRepeats(cues: Cue[]): Cue[] {
  const kept: Cue[] = []
  let shown: Cue | undefined
  for (const cue of cues) {
    const isShown = shown !== undefined && cue.startMs <= shown.endMs + STILL_SHOWN_MS
    const repeated = isShown ? overlap(shown?.lines ?? [], cue.lines) : 0
    const lines = cue.lines.slice(repeated)
    const last = kept.at(-1)
    if (lines.length > 0) kept.push({ ...cue, lines })
    else if (last !== undefined) last.endMs = Math.max(last.endMs, cue.endMs)
    shown = { ...cue, endMs: Math.max(cue.endMs, isShown ? (shown?.endMs ?? 0) : 0) }
  }
  return kept
}

/** How many lines at the end of `before` are the ones at the beginning of `after`. */
function overlap(before: Line[], after: Line[]): number {
  for (let count = Math.min(before.length, after.length); count > 0; count--) {
    const tail = before.slice(-count)
    if (tail.every((line, at) => line.text === after[at]?.text)) return count
  }
  return 0
}

/** Ends each cue where the next begins; cues shown at the same time become one. */
function cut(cues: Cue[]): Cue[] {
  const merged: Cue[] = []
  for (const cue of cues) {
    const last = merged.at(-1)
    if (last !== undefined && cue.startMs - last.startMs < TOGETHER_MS) {
      last.lines = [...last.lines, ...cue.lines]
      last.endMs = Math.max(last.endMs, cue.endMs)
    } else {
      merged.push({ ...cue })
    }
  }
  return merged.map((cue, at) => {
    const nextMs = merged[at + 1]?.startMs ?? Number.POSITIVE_INFINITY
    const endMs = Math.min(Math.max(cue.endMs, cue.startMs + TOGETHER_MS), nextMs)
    return { ...cue, endMs }
  })
}

/** A word lasts until the next one begins, and none longer than its cue. */
function wordsOf(lines: Line[], endMs: number): Word[] {
  const pieces = lines.flatMap((line) => line.pieces)
  let startMs = 0
  const starts = pieces.map((piece) => {
    startMs = Math.max(startMs, Math.min(piece.startMs, endMs))
    return startMs
  })
  return pieces.flatMap(({ text }, at) =>
    spread(text.split(' '), starts[at] ?? endMs, starts[at + 1] ?? endMs),
  )
}

/** Words that share one time: each gets its part by its length. */
function spread(words: string[], startMs: number, endMs: number): Word[] {
  const total = words.join('').length
  let before = 0
  const at = (characters: number) => startMs + ((endMs - startMs) * characters) / total
  return words.map((text) => {
    const start = at(before) / 1000
    before += text.length
    const end = before === total ? endMs / 1000 : at(before) / 1000
    return { start, end, text, confidence: null, speaker: null }
  })
}
