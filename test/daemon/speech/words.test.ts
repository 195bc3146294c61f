import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWords } from '../../../daemon/speech/words.ts'
import type { Word } from '../../../src/api/types.ts'

function word(start: number, end: number, text = 'word'): Word {
  return { start, end, text, confidence: 0.8, speaker: null }
}

describe('placing the words of a piece', () => {
  it('counts from the beginning of the media, in whole milliseconds', () => {
    expect(placeWords([word(0.1004, 0.5)], 12, 0)).toEqual([word(12.1, 12.5)])
  })

  it('begins no word before the last one has ended', () => {
    expect(placeWords([word(0, 0.5)], 10, 10.2)).toEqual([word(10.2, 10.5)])
  })

  it('drops words without text', () => {
    expect(placeWords([word(0, 1, ' '), word(1, 2, 'here')], 0, 0)).toEqual([word(1, 2, 'here')])
  })

  it('puts whatever times an engine gives in order', () => {
    const time = fc.double({ min: 0, max: 15, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time)), time, (times, floorSeconds) => {
        let floor = floorSeconds - 0.001
        for (const placed of placeWords(
          times.map(([start, end]) => word(start, end)),
          0,
          floorSeconds,
        )) {
          expect(placed.start).toBeGreaterThanOrEqual(floor)
          expect(placed.end).toBeGreaterThan(placed.start)
          floor = placed.end
        }
      }),
    )
  })
})
