// What counts as another voice, on made-up frames: the sound varies by chance, the pitch is given.
import { describe, expect, it } from 'vitest'
import { clusterOf, difference, VOICES } from '../../../../daemon/speech/speakers/clusters.ts'
import { DIMENSIONS, PITCH_RESOLUTION } from '../../../../daemon/speech/speakers/frames.ts'
import { addVectors, emptySums } from '../../../../daemon/speech/speakers/gaussian.ts'
import { COEFFICIENTS } from '../../../../daemon/speech/speakers/mfcc.ts'

const FRAMES = 3000

/** @param sound how far every coefficient is from 0; @param semitones how high the voice is */
function voice(sound: number, semitones: number, seed: number, frames = FRAMES) {
  let state = seed
  const chance = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  }
  const vectors = Float64Array.from({ length: frames * DIMENSIONS }, (_, i) => {
    const isPitch = i % DIMENSIONS === COEFFICIENTS
    return isPitch ? (semitones + 6 * chance()) / PITCH_RESOLUTION : sound + 20 * chance()
  })
  const sums = emptySums(DIMENSIONS)
  addVectors(sums, vectors, 0, frames)
  return clusterOf(sums)
}

const areTwo = (...[a, b]: [ReturnType<typeof voice>, ReturnType<typeof voice>]) =>
  difference(a, b, VOICES) > 0

describe('two parts of the speech', () => {
  it('are one voice when they sound alike and are as high', () => {
    expect(areTwo(voice(0, 0, 1), voice(0, 0, 2))).toBe(false)
  })

  it('are two voices when they sound different', () => {
    expect(areTwo(voice(0, 0, 1), voice(8, 0, 2))).toBe(true)
  })

  it('are two voices when they are an octave apart', () => {
    expect(areTwo(voice(0, 0, 1), voice(0, 12, 2))).toBe(true)
  })

  it('are one voice when it only rises a little, as with feeling', () => {
    expect(areTwo(voice(0, 0, 1), voice(0, 2, 2))).toBe(false)
  })

  it('are one voice when they sound a little different, as in another room', () => {
    expect(areTwo(voice(0, 0, 1), voice(2, 0, 2))).toBe(false)
  })

  it('are one voice when there is too little to tell', () => {
    expect(areTwo(voice(0, 0, 1), voice(8, 0, 2, 50))).toBe(false)
  })
})
