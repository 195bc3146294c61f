// From counts to rates, of one file and of many. Sums are taken over counts, so that a long file
// weighs what it holds; the median shows the usual file. Pure.
import type { Edits } from './edits.ts'
import type { Unit } from './normalise.ts'

export interface Score extends Edits {
  unit: Unit
  /** Units of the reference. */
  reference: number
}

/** What all files of one unit come to. */
export interface Total extends Score {
  files: number
  error_rate: number | null
  median_error_rate: number | null
}

/** Errors per unit of the reference, may exceed 1; null where nothing was to be said. */
export function errorRate({ reference, substitutions, deletions, insertions }: Score) {
  return reference === 0 ? null : rounded((substitutions + deletions + insertions) / reference)
}

/** One for each unit that occurs, words first. */
export function totalsOf(scores: readonly Score[]): Total[] {
  return (['words', 'characters'] as const).flatMap((unit) => {
    const own = scores.filter((score) => score.unit === unit)
    return own.length === 0 ? [] : [totalOf(unit, own)]
  })
}

function totalOf(unit: Unit, scores: readonly Score[]): Total {
  const sum = { unit, reference: 0, substitutions: 0, deletions: 0, insertions: 0 }
  for (const score of scores) {
    sum.reference += score.reference
    sum.substitutions += score.substitutions
    sum.deletions += score.deletions
    sum.insertions += score.insertions
  }
  return {
    ...sum,
    files: scores.length,
    error_rate: errorRate(sum),
    median_error_rate: median(scores.flatMap((score) => errorRate(score) ?? [])),
  }
}

/** Null of nothing. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : rounded(((sorted[middle - 1] ?? upper) + upper) / 2)
}

/** Finer than any measurement. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
