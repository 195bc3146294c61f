// Segments to cues: one each, or several where a segment does not fit the lines that were asked
// for. A further cue begins with its first word and lasts until the next one begins, or until
// the speaker pauses. Whole milliseconds throughout. Pure.
import type { Segment } from '../api/types.ts'
import { cutEvenly, measure } from './breaks.ts'
import { breakCost } from './endings.ts'
import { lineFilling, linesFilling } from './lines.ts'
import { labelOf, oneLine, type Token, tokensOf } from './tokens.ts'
import { timeTokens } from './word-times.ts'

export interface Cue {
  startMs: number
  endMs: number
  speaker: string | null
  tokens: Token[]
  /** Whether the tokens' times come from the transcript's words. */
  timed: boolean
}

/** What a cue may hold. */
export interface Box {
  maxLine: number
  maxLines: number
  /** Characters a second, for where to cut. */
  maxCps: number
}

/** A pause up to this long does not interrupt what is shown. */
const BRIDGED_MS = 500
const UNEVENNESS = 40
const TOO_FAST = 30
/** So that a cue of a segment whose words have no useful times is not a flash. */
const SHORTEST_MS = 300

/**
 * @param named puts the speaker's name before the text of each segment
 * @returns in order; segments without text are left out
 */
export function cuesOf(segments: readonly Segment[], box: Box, named: boolean): Cue[] {
  return segments.flatMap((segment) => {
    const text = tokensOf(oneLine(segment.text), box.maxLine)
    if (text.length === 0) return []
    const { speaker } = segment
    const label = named && speaker !== null ? labelOf(`${speaker}:`, box.maxLine) : []
    const [first] = text
    if (label.length > 0 && first !== undefined) first.glue = ' '
    const tokens = [...label, ...text]
    timeTokens(tokens, segment)
    const startMs = Math.round(segment.start * 1000)
    const endMs = Math.max(startMs + 1, Math.round(segment.end * 1000))
    const timed = (segment.words ?? []).length > 0
    return split({ startMs, endMs, speaker, tokens, timed }, box)
  })
}

function split(cue: Cue, box: Box): Cue[] {
  const { tokens } = cue
  const sizes = measure(tokens)
  const count = tokens.length
  if (sizes.width(0, count) <= box.maxLine) return [cue]
  const filling = linesFilling(lineFilling(count, sizes, box.maxLine), count, box.maxLines)
  const full = box.maxLine * box.maxLines
  const cost = (at: number, off: number, begin: number) =>
    breakCost(tokens, at) * pauseFactor(tokens, at) +
    UNEVENNESS * (off / full) ** 2 +
    TOO_FAST * (hurry(begin, at) + hurry(at, count))
  const hurry = (begin: number, end: number) => {
    const beginMs = tokens[begin]?.startMs ?? 0
    const spanMs = Math.max(1, (tokens[end]?.startMs ?? cue.endMs) - beginMs)
    return Math.min(1, Math.max(0, (sizes.width(begin, end) * 1000) / spanMs / box.maxCps - 1))
  }
  return inTime(cue, cutEvenly(tokens, sizes, filling, cost))
}

/** A second of silence makes any place good. */
function pauseFactor(tokens: readonly Token[], at: number): number {
  const pauseMs = (tokens[at]?.startMs ?? 0) - (tokens[at - 1]?.endMs ?? 0)
  return Math.max(0, 1 - pauseMs / 1000)
}

/** Gives the runs of a cue their times; together they last as long as it did. */
function inTime(cue: Cue, runs: Token[][]): Cue[] {
  const { startMs, endMs } = cue
  const leastMs = Math.min(SHORTEST_MS, Math.floor((endMs - startMs) / runs.length))
  if (leastMs < 1) return [cue]
  const starts = [startMs]
  for (const [index, run] of runs.entries()) {
    if (index === 0) continue
    const latest = endMs - (runs.length - index) * leastMs
    const earliest = (starts[index - 1] ?? startMs) + leastMs
    starts.push(Math.min(latest, Math.max(earliest, run[0]?.startMs ?? 0)))
  }
  return runs.map((tokens, index) => {
    const start = starts[index] ?? startMs
    const next = starts[index + 1] ?? endMs
    const spokenMs = Math.max(start + leastMs, tokens.at(-1)?.endMs ?? next)
    const end = index === runs.length - 1 || next - spokenMs <= BRIDGED_MS ? next : spokenMs
    return { ...cue, startMs: start, endMs: end, tokens }
  })
}
