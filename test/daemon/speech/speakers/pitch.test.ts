import { describe, expect, it } from 'vitest'
import { pitchesOf } from '../../../../daemon/speech/speakers/pitch.ts'

const RATE = 16_000
const STEPS = 90

const hertzOf = (semitones: number) => 2 ** (semitones / 12)
const pitches = (sample: (index: number) => number) =>
  pitchesOf(
    Float32Array.from({ length: RATE }, (_, i) => sample(i)),
    STEPS,
    (step) => step * 160,
  )
/** As a throat does it: a fundamental and overtones, each weaker than the one before. */
const hum = (hertz: number) => (index: number) =>
  [1, 2, 3, 4, 5].reduce(
    (sum, k) => sum + Math.sin((2 * Math.PI * k * hertz * index) / RATE) / k,
    0,
  )

describe('the pitch of a voice', () => {
  it.each([80, 121, 200, 330])('is found within a hundredth at %d Hz', (hertz) => {
    const heard = pitches(hum(hertz)).slice(4, -4)
    for (const semitones of heard) expect(hertzOf(semitones) / hertz).toBeCloseTo(1, 2)
  })

  it('is the same however loud it is', () => {
    expect(pitches((i) => 0.001 * hum(150)(i))[20]).toBeCloseTo(pitches(hum(150))[20] ?? 0, 3)
  })

  it('is 0 in noise and in silence', () => {
    let seed = 1
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647 - 0.5
    }
    expect(pitches(noise).filter((semitones) => semitones > 0).length).toBeLessThan(STEPS / 10)
    expect([...pitches(() => 0)]).toEqual(Array(STEPS).fill(0))
  })

  it('is 0 in sound that is shorter than two periods', () => {
    expect([...pitchesOf(new Float32Array(300).fill(0.1), 1, () => 150)]).toEqual([0])
  })
})
