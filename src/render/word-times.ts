// Puts times on tokens: from the transcript's words where it has them, else by counting letters.
// Servers cut words differently (with or without their punctuation), so the two are matched by
// where they stand in the text, not by position in the list. Pure, one pass.
import type { Segment } from '../api/types.ts'
import type { Token } from './tokens.ts'

interface Span {
  /** Letters from the begin of the segment. */
  from: number
  to: number
  startMs: number
  endMs: number
}

/** For sums of fractions. */
const SLACK = 1e-6

/** Sets the times of `tokens`, the text of `segment`: in order and within the segment. */
export function timeTokens(tokens: Token[], segment: Segment): void {
  const startMs = Math.round(segment.start * 1000)
  const endMs = Math.max(startMs, Math.round(segment.end * 1000))
  const { sizes, spans } = matched(tokens, segment, { from: 0, to: 1, startMs, endMs })
  // Where the two texts differ, such as "20" and "twenty", places correspond by their share.
  const scale = (spans.at(-1)?.to ?? 0) / Math.max(1, sum(sizes))
  let size = 0
  let at = 0
  let floorMs = startMs
  const clamp = (ms: number) => Math.min(endMs, Math.max(floorMs, Math.round(ms)))
  for (const [index, token] of tokens.entries()) {
    const from = size * scale
    size += sizes[index] ?? 0
    const to = size * scale
    while (at < spans.length - 1 && (spans[at]?.to ?? 0) <= from + SLACK) at += 1
    floorMs = clamp(timeAt(spans[at], from))
    token.startMs = floorMs
    while (at < spans.length - 1 && (spans[at]?.to ?? 0) < to - SLACK) at += 1
    floorMs = clamp(timeAt(spans[at], to))
    token.endMs = floorMs
  }
}

/**
 * Measures tokens and words alike: by all their characters where both have as many, so that "&"
 * too finds its word; else by letters, as one of the two may lack the punctuation.
 */
function matched(
  tokens: readonly Token[],
  { words }: Segment,
  whole: Span,
): { sizes: number[]; spans: Span[] } {
  const ways = [charactersOf, lettersOf].map((sizeOf) => {
    const sizes = tokens.map(({ text, label }) => (label ? 0 : sizeOf(text)))
    return { sizes, spans: spansOf(words ?? [], sizeOf) }
  })
  const timed = ways.filter(({ spans }) => spans.length > 0)
  const same = timed.find(({ sizes, spans }) => sum(sizes) === spans.at(-1)?.to)
  return same ?? timed.at(-1) ?? { sizes: ways[0]?.sizes ?? [], spans: [whole] }
}

function spansOf(words: NonNullable<Segment['words']>, sizeOf: (text: string) => number): Span[] {
  let from = 0
  return words.flatMap(({ text, start, end }) => {
    const span = { from, to: from + sizeOf(text), startMs: start * 1000, endMs: end * 1000 }
    from = span.to
    return span.to > span.from ? [span] : []
  })
}

function timeAt(span: Span | undefined, size: number): number {
  if (span === undefined) return 0
  const { from, to, startMs, endMs } = span
  return startMs + ((endMs - startMs) * (size - from)) / (to - from)
}

function charactersOf(text: string): number {
  return text.replace(/\s/g, '').length
}

function lettersOf(text: string): number {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}
