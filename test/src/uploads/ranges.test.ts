import { describe, expect, it } from 'vitest'
import { rangesOf } from '../../../src/uploads/ranges.ts'

describe('rangesOf', () => {
  it.each([
    [[], ''],
    [[3], '#3'],
    [[0, 1, 2], '#0-2'],
    [[7, 2, 0, 1, 10, 9], '#0-2, #7, #9-10'],
    [[4, 4, 5], '#4-5'],
  ])('writes %j as "%s"', (indexes, text) => {
    expect(rangesOf(indexes)).toBe(text)
  })
})
