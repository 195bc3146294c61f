// What a voice sounds like, a hundred times a second: mel-frequency cepstral coefficients. The
// lowest one, the loudness, is left out (it changes with the distance from the microphone); so
// are delta coefficients, which tell sounds apart rather than voices. The pitch comes with them.
import { SAMPLE_RATE } from '../timeline.ts'
import { createPowerSpectrum } from './fft.ts'
import { pitchesOf } from './pitch.ts'

export const COEFFICIENTS = 17
export const STEP_SECONDS = 0.01

const STEP_SAMPLES = STEP_SECONDS * SAMPLE_RATE
const WINDOW_SAMPLES = 0.025 * SAMPLE_RATE
const FFT_SAMPLES = 512
const FILTERS = 30
const LOWEST_HERTZ = 80
const HIGHEST_HERTZ = 7600
const PREEMPHASIS = 0.97
/** Added to a filter's energy, so that digital silence has a logarithm. */
const FLOOR = 1e-6

export interface Features {
  /** COEFFICIENTS values a step. */
  cepstra: Float32Array
  /** Energy in decibels, one a step. */
  decibels: Float32Array
  /** Semitones above 1 Hz, one a step; 0 where there is no pitch. */
  pitches: Float32Array
}

/** Of every whole window in the samples (16 kHz mono, -1 to 1), one every STEP_SECONDS. */
export type Extract = (samples: Float32Array) => Features

export function createExtractor(): Extract {
  const spectrum = createPowerSpectrum(FFT_SAMPLES)
  const filters = melFilters(spectrum.bins)
  const cosines = cosineTable()
  const hamming = Float64Array.from(
    { length: WINDOW_SAMPLES },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (WINDOW_SAMPLES - 1)),
  )
  const windowed = new Float64Array(FFT_SAMPLES)
  const power = new Float64Array(spectrum.bins)
  const logs = new Float64Array(FILTERS)
  return (samples) => {
    const steps = Math.max(0, Math.floor((samples.length - WINDOW_SAMPLES) / STEP_SAMPLES) + 1)
    const cepstra = new Float32Array(steps * COEFFICIENTS)
    const decibels = new Float32Array(steps)
    for (let step = 0; step < steps; step += 1) {
      const energy = windowInto(windowed, samples, step * STEP_SAMPLES, hamming)
      decibels[step] = 10 * Math.log10(energy / WINDOW_SAMPLES + 1e-10)
      spectrum.compute(windowed, power)
      for (let f = 0; f < FILTERS; f += 1) logs[f] = Math.log(weigh(power, filters[f]) + FLOOR)
      for (let c = 0; c < COEFFICIENTS; c += 1) {
        let sum = 0
        for (let f = 0; f < FILTERS; f += 1) {
          sum += (logs[f] as number) * (cosines[c * FILTERS + f] as number)
        }
        cepstra[step * COEFFICIENTS + c] = sum
      }
    }
    const middleOf = (step: number) => step * STEP_SAMPLES + WINDOW_SAMPLES / 2
    return { cepstra, decibels, pitches: pitchesOf(samples, steps, middleOf) }
  }
}

/** @returns the energy of the samples before they were shaped */
function windowInto(
  target: Float64Array,
  samples: Float32Array,
  start: number,
  shape: Float64Array,
): number {
  let energy = 0
  let before = samples[Math.max(0, start - 1)] as number
  for (let i = 0; i < WINDOW_SAMPLES; i += 1) {
    const sample = samples[start + i] as number
    energy += sample * sample
    target[i] = (sample - PREEMPHASIS * before) * (shape[i] as number)
    before = sample
  }
  return energy
}

interface Filter {
  first: number
  weights: Float64Array
}

function weigh(power: Float64Array, filter: Filter | undefined): number {
  if (filter === undefined) return 0
  let sum = 0
  for (let i = 0; i < filter.weights.length; i += 1) {
    sum += (power[filter.first + i] as number) * (filter.weights[i] as number)
  }
  return sum
}

/** Triangles of equal width on the mel scale, each reaching to its neighbours' middles. */
function melFilters(bins: number): Filter[] {
  const low = melOf(LOWEST_HERTZ)
  const width = (melOf(HIGHEST_HERTZ) - low) / (FILTERS + 1)
  const mels = Array.from({ length: bins }, (_, k) => melOf((k * SAMPLE_RATE) / FFT_SAMPLES))
  return Array.from({ length: FILTERS }, (_, f) => {
    const heights = mels.map((mel) =>
      Math.max(0, 1 - Math.abs(mel - (low + (f + 1) * width)) / width),
    )
    const first = heights.findIndex((height) => height > 0)
    const last = heights.findLastIndex((height) => height > 0)
    return { first, weights: Float64Array.from(heights.slice(first, last + 1)) }
  })
}

function melOf(hertz: number): number {
  return 1127 * Math.log(1 + hertz / 700)
}

function cosineTable(): Float64Array {
  return Float64Array.from({ length: COEFFICIENTS * FILTERS }, (_, i) => {
    const order = Math.floor(i / FILTERS) + 1
    return Math.sqrt(2 / FILTERS) * Math.cos((Math.PI * order * ((i % FILTERS) + 0.5)) / FILTERS)
  })
}
