import { describe, expect, it } from 'vitest'
import { mendSeam } from '../../../daemon/speech/seam.ts'

describe('where speech was cut', () => {
  // Heard by the engine at cuts in the middle of sentences.
  it.each([
    ['Ellis.', 'Who', 'Ellis, who'],
    ['fine.', 'And', 'fine, and'],
    ['residents', 'But', 'residents but'],
    ['budget.', 'For', 'budget for'],
    ['school.', 'For', 'school for'],
    ['objected.', 'Saying', 'objected, saying'],
    ['5.', 'And', '5, and'],
    ['said,', 'And', 'said, and'],
    ['has.', 'Promised', 'has Promised'],
    ['has.', 'The', 'has the'],
    ['that.', 'The', 'that the'],
    ['the', 'A', 'the a'],
  ])('a sentence that goes on loses what the cut made: %s %s', (before, after, written) => {
    expect(mendSeam(before, after).join(' ')).toBe(written)
  })

  it.each([
    ['right.', 'The'],
    ['March.', 'Two'],
    ['soup.', 'After'],
    ['leeks.', 'My'],
    ['live', 'The'],
    ['really?', 'And'],
    ['no!', 'But'],
    ['not...', 'For'],
    ['the', 'Thames'],
    ['I', "I'm"],
  ])('what may be the end of a sentence stays: %s %s', (before, after) => {
    expect(mendSeam(before, after)).toEqual([before, after])
  })

  it('an abbreviation keeps its point', () => {
    expect(mendSeam('U.S.', 'And')).toEqual(['U.S.', 'and'])
  })
})
