// Puts times on tokens: from the transcript's words where it has them, else by counting letters.
// Servers cut words differently (with or without their punctuation), so the two are matched by
// letters, not by position in the list. Pure, one pass.
import type { Segment } from '../api/types.ts'
import type { Token } from './tokens.ts'

interface Span {
  /** Letters from the begin of the segment. */
  from: number
  to: number
  startMs: number
  endMs: number
}

/** Sets the times of `tokens`, the text of `segment`: in order and within the segment. */
export function timeTokens(tokens: Token[], segment: Segment): void {
  const startMs = Math.round(segment.start * 1000)
  const endMs = Math.max(startMs, Math.round(segment.end * 1000))
  const sizes = sizesOf(tokens)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const spans = spansOf(segment, { from: 0, to: total, startMs, endMs })
  // Where the two texts differ, such as "20" and "twenty", places correspond by their share.
  const scale = (spans.at(-1)?.to ?? 0) / Math.max(total, 1)
  let letters = 0
  let at = 0
  let floorMs = startMs
  const clamp = (ms: number) => Math.min(endMs, Math.max(floorMs, Math.round(ms)))
  for (const [index, token] of tokens.entries()) {
    const from = letters * scale
    letters += sizes[index] ?? 0
    const to = letters * scale
    while (at < spans.length - 1 && (spans[at]?.to ?? 0) <= from + SLACK) at += 1
    token.startMs = floorMs = clamp(timeAt(spans[at], from))
    while (at < spans.length - 1 && (spans[at]?.to ?? 0) < to - SLACK) at += 1
    token.endMs = floorMs = clamp(timeAt(spans[at], to))
  }
}

/** For sums of fractions. */
const SLACK = 1e-6

function spansOf({ words }: Segment, whole: Span): Span[] {
  let from = 0
  const spans = (words ?? []).map(({ text, start, end }) => {
    const to = from + lettersIn(text)
    const span = { from, to, startMs: start * 1000, endMs: end * 1000 }
    from = to
    return span
  })
  return from > 0 ? spans : [whole]
}

function timeAt(span: Span | undefined, letters: number): number {
  if (span === undefined) return 0
  const { from, to, startMs, endMs } = span
  if (to <= from) return startMs
  return startMs + ((endMs - startMs) * (letters - from)) / (to - from)
}

/** Letters of each token; characters where no token has letters, such as "♪ ♪". */
function sizesOf(tokens: readonly Token[]): number[] {
  const sizes = tokens.map(({ text, label }) => (label ? 0 : lettersIn(text)))
  return sizes.some((size) => size > 0) ? sizes : tokens.map(({ width }) => width)
}

/** Letters and digits: servers keep punctuation with their words, or apart, or not at all. */
function lettersIn(text: string): number {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length
}
