// How high a voice is: the fundamental frequency, by the difference of the sound from itself a
// period later (YIN, de Cheveigné and Kawahara 2002). At 4 kHz and in every other step only, which
// is fine enough to tell voices apart and costs little.
import { SAMPLE_RATE } from '../timeline.ts'

const DECIMATION = 4
const RATE = SAMPLE_RATE / DECIMATION
const LEAST_LAG = RATE / 400
const MOST_LAG = Math.ceil(RATE / 70)
/** Samples that are compared with those a period later. */
const WINDOW = 100
const SPAN = WINDOW + MOST_LAG + 1
/** Part of the energy that may differ a period later where a voice sounds. */
const MOST_DIFFERENT = 0.3
const SEMITONES = 12

/**
 * @param samples 16 kHz mono
 * @param middleOf the sample in the middle of each step
 * @returns semitones above 1 Hz, one a step; 0 where the sound has no pitch from 70 to 400 Hz
 */
export function pitchesOf(
  samples: Float32Array,
  steps: number,
  middleOf: (step: number) => number,
): Float32Array {
  const low = decimated(samples)
  const pitches = new Float32Array(steps)
  const different = new Float64Array(MOST_LAG + 2).fill(1)
  for (let step = 0; step < steps; step += 2) {
    const from = Math.max(0, Math.round(middleOf(step) / DECIMATION - SPAN / 2))
    if (from + SPAN > low.length) break
    const lag = periodAt(low, from, different)
    if (lag > 0) pitches.fill(SEMITONES * Math.log2(RATE / lag), step, step + 2)
  }
  return pitches
}

/** In samples, with a fraction; 0 where there is none. The first dip counts, not its octaves. */
function periodAt(low: Float32Array, from: number, different: Float64Array): number {
  let sum = 0
  for (let lag = 1; lag <= MOST_LAG + 1; lag += 1) {
    const squares = differenceAt(low, from, lag)
    sum += squares
    const here = sum === 0 ? 1 : (squares * lag) / sum
    different[lag] = here
    const bottom = different[lag - 1] as number
    if (lag <= LEAST_LAG || bottom > MOST_DIFFERENT || here < bottom) continue
    return lag - 1 + bottomOf(different[lag - 2] as number, bottom, here)
  }
  return 0
}

function differenceAt(low: Float32Array, from: number, lag: number): number {
  let squares = 0
  for (let i = from; i < from + WINDOW; i += 1) {
    const difference = (low[i] as number) - (low[i + lag] as number)
    squares += difference * difference
  }
  return squares
}

/** Where the bottom of a parabola through three values lies, from the middle one. */
function bottomOf(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after
  return bend <= 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)))
}

/** Every fourth sample of the sound without its upper part. */
function decimated(samples: Float32Array): Float32Array {
  const low = new Float32Array(Math.floor(samples.length / DECIMATION))
  for (let i = 0; i < low.length; i += 1) {
    let sum = 0
    for (let k = 1 - DECIMATION; k < DECIMATION; k += 1) {
      sum += (DECIMATION - Math.abs(k)) * (samples[i * DECIMATION + k] ?? 0)
    }
    low[i] = sum / DECIMATION ** 2
  }
  return low
}
