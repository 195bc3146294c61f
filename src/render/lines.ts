// A cue's text in lines: as few as fit, even, broken where a reader would pause. Pure.
import { cutEvenly, type Filling, type Measure, measure } from './breaks.ts'
import { breakCost } from './endings.ts'
import { type Token, textOf } from './tokens.ts'

/** How much evenness weighs against a good place to break. */
const UNEVENNESS = 60
/** Among equals the longer line stands below. */
const TOP_HEAVY = 1

/** @returns at least one line, none above `maxLine` characters unless one token is */
export function linesOf(tokens: readonly Token[], maxLine: number): string[] {
  const sizes = measure(tokens)
  if (sizes.width(0, tokens.length) <= maxLine) return [textOf(tokens)]
  const cost = (at: number, off: number) =>
    breakCost(tokens, at) + UNEVENNESS * (off / maxLine) ** 2 + (off > 0 ? TOP_HEAVY : 0)
  return cutEvenly(tokens, sizes, lineFilling(tokens.length, sizes, maxLine), cost).map(textOf)
}

/** Runs of one line. */
export function lineFilling(count: number, { width }: Measure, maxLine: number): Filling {
  return {
    furthestEnd(begin) {
      let end = begin + 1
      while (end < count && width(begin, end + 1) <= maxLine) end += 1
      return end
    },
    earliestBegin(end) {
      let begin = end - 1
      while (begin > 0 && width(begin - 1, end) <= maxLine) begin -= 1
      return begin
    },
  }
}

/** Runs of several lines. */
export function linesFilling(line: Filling, count: number, maxLines: number): Filling {
  const repeat = (step: (at: number) => number, from: number, done: number) => {
    let at = from
    for (let lines = 0; lines < maxLines && at !== done; lines += 1) at = step(at)
    return at
  }
  return {
    furthestEnd: (begin) => repeat(line.furthestEnd, begin, count),
    earliestBegin: (end) => repeat(line.earliestBegin, end, 0),
  }
}
