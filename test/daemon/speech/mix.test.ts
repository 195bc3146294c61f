import { describe, expect, it } from 'vitest'
import { createMixer } from '../../../daemon/speech/mix.ts'
import { SAMPLE_RATE } from '../../../daemon/speech/timeline.ts'

/** A block of a tenth of a second, `left` and `right` times a tone. */
function block(left: number, right: number): Float32Array {
  return Float32Array.from({ length: SAMPLE_RATE / 5 }, (_, i) => {
    const tone = Math.sin((i >> 1) / 7)
    return tone * (i % 2 === 0 ? left : right)
  })
}

/** How loud the last of some blocks comes out, as a part of the tone. */
function loudness(...blocks: Float32Array[]): number {
  const mix = createMixer()
  const mixed = blocks.map((stereo) => Math.max(...mix(stereo).map(Math.abs)))
  return Number(mixed.at(-1)?.toFixed(2))
}

describe('mixing two channels', () => {
  it('gives one sample for two', () => {
    expect(createMixer()(block(1, 1))).toHaveLength(SAMPLE_RATE / 10)
  })

  it.each([
    ['the same on both', 1, 1, 1],
    ['one side only', 0, 1, 0.5],
    ['both sides, one louder', 1, 0.5, 0.75],
    ['both sides, one partly turned over', 1, -0.3, 0.35],
  ])('is their mean: %s', (_, left, right, expected) => {
    expect(loudness(block(left, right))).toBe(expected)
  })

  it.each([
    ['exactly', 1, -1, 1],
    ['nearly', 1, -0.9, 0.95],
  ])('keeps what would cancel out (%s)', (_, left, right, expected) => {
    expect(loudness(block(left, right))).toBe(expected)
  })

  it('finds out when the recording changes', () => {
    const wrong = Array.from({ length: 20 }, () => block(1, -1))
    const right = Array.from({ length: 20 }, () => block(1, 1))
    expect(loudness(...wrong, ...right)).toBe(1)
    expect(loudness(...right, ...wrong)).toBe(1)
  })

  it('leaves silence silent', () => {
    expect(loudness(block(0, 0))).toBe(0)
  })
})
