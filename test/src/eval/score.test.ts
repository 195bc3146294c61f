import { describe, expect, it } from 'vitest'
import { errorRate, median, type Score, totalsOf } from '../../../src/eval/score.ts'

const score = (reference: number, errors: number, unit: Score['unit'] = 'words'): Score => ({
  unit,
  reference,
  substitutions: errors,
  deletions: 0,
  insertions: 0,
})

describe('error rates', () => {
  it('are all edits per unit of the reference, and may exceed 1', () => {
    expect(
      errorRate({ unit: 'words', reference: 4, substitutions: 1, deletions: 2, insertions: 3 }),
    ).toBe(1.5)
  })

  it('do not exist where nothing is said', () => {
    expect(errorRate(score(0, 0))).toBeNull()
  })

  it('of many files are those of their sums, so that a long file weighs what it holds', () => {
    const [total] = totalsOf([score(90, 9), score(10, 5)])
    expect(total).toMatchObject({ files: 2, reference: 100, error_rate: 0.14 })
    expect(total?.median_error_rate).toBe(0.3)
  })

  it('count what was heard where nothing is said in the sum', () => {
    const [total] = totalsOf([score(10, 0), { ...score(0, 0), insertions: 2 }])
    expect(total).toMatchObject({ error_rate: 0.2, median_error_rate: 0 })
  })

  it('of words and of characters are never mixed', () => {
    const totals = totalsOf([score(5, 1, 'characters'), score(10, 1), score(5, 0, 'characters')])
    expect(totals.map(({ unit, files, error_rate }) => [unit, files, error_rate])).toEqual([
      ['words', 1, 0.1],
      ['characters', 2, 0.1],
    ])
  })
})

describe('the median', () => {
  it('is the middle, or between the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(median([])).toBeNull()
  })
})
