// The cutter decides on numbers alone, so the streams here are numbers too.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCutter,
  type Frame,
  frames,
  REACH_SECONDS,
  type Span,
} from '../../../daemon/speech/cut.ts'

const MAX_SECONDS = 15

function speech(seconds: number, energy = 1): Frame[] {
  return Array.from({ length: frames(seconds) }, () => ({ speech: 0.9, energy }))
}

function silence(seconds: number): Frame[] {
  return Array.from({ length: frames(seconds) }, () => ({ speech: 0.01, energy: 0 }))
}

function cut(stream: readonly Frame[], maxSeconds = MAX_SECONDS): Span[] {
  const cutter = createCutter(maxSeconds)
  const spans = stream.map((frame) => cutter.push(frame))
  return [...spans, cutter.end()].filter((span) => span !== null)
}

describe('cutting speech into spans', () => {
  it('finds nothing in silence', () => {
    expect(cut(silence(60))).toEqual([])
  })

  it('pads speech by 0.2 s on both sides', () => {
    const [span] = cut([...silence(2), ...speech(3), ...silence(3)])
    expect(span).toEqual({
      start: frames(2) - frames(0.2),
      end: frames(2) + frames(3) + frames(0.2),
    })
  })

  it('does not pad past the beginning and the end of the media', () => {
    expect(cut(speech(3))).toEqual([{ start: 0, end: frames(3) }])
  })

  it('bridges short pauses while a span is short, so that the engine gets context', () => {
    expect(
      cut([...speech(2), ...silence(0.7), ...speech(2), ...silence(0.7), ...speech(2)]),
    ).toHaveLength(1)
  })

  it('ends a span at the next pause once it is long', () => {
    expect(cut([...speech(9), ...silence(0.7), ...speech(2)])).toHaveLength(2)
  })

  it('does not bridge a long pause', () => {
    expect(cut([...speech(2), ...silence(2), ...speech(2)])).toHaveLength(2)
  })

  it('drops a click', () => {
    expect(cut([...silence(1), ...speech(0.06), ...silence(3)])).toEqual([])
  })

  it('keeps a short word', () => {
    expect(cut([...silence(1), ...speech(0.25), ...silence(3)])).toHaveLength(1)
  })

  it('cuts speech without a pause where it is quietest', () => {
    const [first, second] = cut([...speech(11), ...speech(0.3, 0.01), ...speech(10)])
    const middle = frames(11) + frames(0.3) / 2
    const border = ((first?.end ?? 0) + (second?.start ?? 0)) / 2
    expect(Math.abs(border - middle)).toBeLessThanOrEqual(3)
  })

  it('lets both spans hear the moment at which speech without a pause is cut', () => {
    const [first, second] = cut(speech(20))
    expect((first?.end ?? 0) - (second?.start ?? 0)).toBe(2 * frames(REACH_SECONDS))
  })

  it('cuts in a breath, even where it is not quietest, and then reaches over nothing', () => {
    const breath = silence(0.3).map((frame) => ({ ...frame, energy: 0.5 }))
    const [first, second] = cut([...speech(8), ...breath, ...speech(1, 0.1), ...speech(9)])
    expect(first?.end).toBe(second?.start)
    expect(first?.end).toBeGreaterThan(frames(8))
    expect(first?.end).toBeLessThan(frames(8.3))
  })

  const stream = fc
    .array(
      fc.record({
        frames: fc.integer({ min: 1, max: 300 }),
        speaks: fc.boolean(),
        energy: fc.float({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 30 },
    )
    .map((parts) =>
      parts.flatMap(({ frames: length, speaks, energy }) =>
        Array.from({ length }, () => ({ speech: speaks ? 0.9 : 0.1, energy })),
      ),
    )

  it('spans are in order, never too long, and overlap by two reaches at most', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 2, max: 30 }), (input, maxSeconds) => {
        let floor = 0
        for (const span of cut(input, maxSeconds)) {
          expect(span.start).toBeGreaterThanOrEqual(floor - 2 * frames(REACH_SECONDS))
          expect(span.end).toBeGreaterThan(floor)
          expect(span.end).toBeGreaterThan(span.start)
          expect(span.end - span.start).toBeLessThanOrEqual(frames(maxSeconds))
          expect(span.end).toBeLessThanOrEqual(input.length)
          floor = span.end
        }
      }),
    )
  })

  it('loses no speech that is longer than a click', () => {
    fc.assert(
      fc.property(stream, (input) => {
        const spans = cut(input)
        const covered = (index: number) =>
          spans.some((span) => span.start <= index && index < span.end)
        const lost = input.map((frame, index) => (frame.speech > 0.5 && !covered(index) ? 1 : 0))
        expect(longestRun(lost)).toBeLessThan(frames(0.2))
      }),
    )
  })

  it('says which frames it still needs before it names them in a span', () => {
    fc.assert(
      fc.property(stream, (input) => {
        const cutter = createCutter(MAX_SECONDS)
        for (const frame of input) {
          const kept = cutter.keepFrom
          const span = cutter.push(frame)
          if (span !== null) expect(span.start).toBeGreaterThanOrEqual(kept)
        }
      }),
    )
  })
})

function longestRun(flags: readonly number[]): number {
  let run = 0
  return flags.reduce((longest, flag) => {
    run = flag === 1 ? run + 1 : 0
    return Math.max(longest, run)
  }, 0)
}
