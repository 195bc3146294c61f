// Where to break, for lines in a cue and for cues in a segment alike: as few runs as fit, evenly
// full, each ending where a reader would pause. The places that are possible at all come from
// filling greedily from the front and from the back; between them the cheapest is taken. So no
// run is ever too long, and the time is linear in the tokens. Pure.
import type { Token } from './tokens.ts'

export interface Filling {
  /** The furthest end of a run that begins at token `begin`; at least `begin + 1`. */
  furthestEnd(begin: number): number
  /** The earliest begin of a run that ends before token `end`; at most `end - 1`. */
  earliestBegin(end: number): number
}

/** Running widths, so that the width of any run is known at once. */
export interface Measure {
  /** Of tokens `begin` to before `end` in one line. */
  width(begin: number, end: number): number
}

export function measure(tokens: readonly Token[]): Measure {
  const sums = [0]
  let sum = 0
  for (const { glue, width } of tokens) {
    sum += glue.length + width
    sums.push(sum)
  }
  return {
    width: (begin, end) =>
      (sums[end] ?? 0) - (sums[begin] ?? 0) - (begin < end ? (tokens[begin]?.glue.length ?? 0) : 0),
  }
}

/**
 * @param cost of a break before token `at`, `share` of the run's even length away from it
 * @returns the tokens in runs, none empty
 */
export function cutEvenly(
  tokens: readonly Token[],
  { width }: Measure,
  { furthestEnd, earliestBegin }: Filling,
  cost: (at: number, offCharacters: number, begin: number) => number,
): Token[][] {
  const count = tokens.length
  const earliest = earliestBreaks(count, earliestBegin)
  const runs: Token[][] = []
  let begin = 0
  for (const [index, first] of earliest.entries()) {
    const even = width(begin, count) / (earliest.length + 1 - index)
    const last = furthestEnd(begin)
    let best = { at: last, cost: Number.POSITIVE_INFINITY }
    for (let at = Math.max(first, begin + 1); at <= last; at += 1) {
      const found = cost(at, width(begin, at) - even, begin)
      if (found < best.cost) best = { at, cost: found }
    }
    runs.push(tokens.slice(begin, best.at))
    begin = best.at
  }
  if (count > 0) runs.push(tokens.slice(begin))
  return runs
}

/** For each break the first token before which it can be, so that the rest still fits. */
function earliestBreaks(count: number, earliestBegin: Filling['earliestBegin']): number[] {
  const breaks: number[] = []
  for (let end = count; ; ) {
    const begin = earliestBegin(end)
    if (begin <= 0) return breaks.reverse()
    breaks.push(begin)
    end = begin
  }
}
