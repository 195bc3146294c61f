import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { alignTokens } from '../../../../daemon/speech/engines/align.ts'

/** Attention that lies on the given frames. */
const on = (frames: number, ...spots: number[]) => {
  const attention = new Float32Array(frames).fill(0.01)
  for (const spot of spots) attention[spot] = 1
  return attention
}

it('tokens lie where the decoder looked, with silence where it is quiet', () => {
  const speech = Float32Array.of(0, 1, 1, 0, 0, 0, 1, 1, 0, 0)
  const tokens = [
    { attention: on(10, 1, 2), beginsWord: true },
    { attention: on(10, 6), beginsWord: true },
    { attention: on(10, 7), beginsWord: false },
  ]
  expect(alignTokens(tokens, speech)).toEqual([
    { first: 1, last: 2 },
    { first: 6, last: 6 },
    { first: 7, last: 7 },
  ])
})

it('there is no silence inside a word', () => {
  const speech = Float32Array.of(1, 0, 0, 1)
  const tokens = [
    { attention: on(4, 0), beginsWord: true },
    { attention: on(4, 3), beginsWord: false },
  ]
  const [first, second] = alignTokens(tokens, speech)
  expect((first?.last ?? 0) + 1).toBe(second?.first)
})

it('every token gets its own frames, in order, whatever the attention says', () => {
  const unit = fc.float({ min: 0, max: 1, noNaN: true })
  const input = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.integer({ min: count, max: 40 }).chain((frames) =>
      fc.record({
        speech: fc.array(unit, { minLength: frames, maxLength: frames }),
        tokens: fc.array(
          fc.record({
            attention: fc
              .array(unit, { minLength: frames, maxLength: frames })
              .map((values) => Float32Array.from(values)),
            beginsWord: fc.boolean(),
          }),
          { minLength: count, maxLength: count },
        ),
      }),
    ),
  )
  fc.assert(
    fc.property(input, ({ speech, tokens }) => {
      const spans = alignTokens(tokens, Float32Array.from(speech))
      let next = 0
      for (const { first, last } of spans) {
        expect(first).toBeGreaterThanOrEqual(next)
        expect(last).toBeGreaterThanOrEqual(first)
        next = last + 1
      }
      expect(next).toBeLessThanOrEqual(speech.length)
    }),
  )
})

it('nothing to align gives nothing', () => {
  expect(alignTokens([], new Float32Array(5))).toEqual([])
})

it('more tokens than frames cannot be aligned', () => {
  const token = { attention: on(1, 0), beginsWord: true }
  expect(() => alignTokens([token, token], new Float32Array(1))).toThrow(RangeError)
})
