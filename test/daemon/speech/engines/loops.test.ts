import { expect, it } from 'vitest'
import { loopLength } from '../../../../daemon/speech/engines/loops.ts'

const phrase = (length: number) => Array.from({ length }, (_, i) => 100 + i)
const times = (count: number, part: number[]) => Array.from({ length: count }, () => part).flat()

it.each([3, 4, 7, 12, 15, 20, 40])(
  'a phrase of %i tokens loops when it is said the third time',
  (length) => {
    const start = [1, 2, 3]
    expect(loopLength([...start, ...times(2, phrase(length))])).toBe(0)
    expect(loopLength([...start, ...times(3, phrase(length)).slice(0, -1)])).toBe(0)
    expect(loopLength([...start, ...times(3, phrase(length))])).toBe(2 * length)
  },
)

it.each([1, 2])('%i tokens loop when they are said the fifth time', (length) => {
  expect(loopLength([9, ...times(4, phrase(length))])).toBe(0)
  expect(loopLength([9, ...times(5, phrase(length))])).toBe(4 * length)
})

it('longer phrases may be said as often as one likes', () => {
  expect(loopLength(times(4, phrase(41)))).toBe(0)
})

it('only what stands at the end is looked at', () => {
  expect(loopLength([...times(3, phrase(4)), 7])).toBe(0)
})
