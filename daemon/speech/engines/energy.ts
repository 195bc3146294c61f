// How loud a piece is over time, in steps of 10 ms: tells speech from pauses for word times and
// finds the quiet place where a piece can be cut.

const STEP_SAMPLES = 160
/** Below this span between pauses and speech (dB) everything counts as equally loud. */
const SMALLEST_SPAN_DB = 6
const STEEPNESS = 10

/** Energy of each 10 ms step in dB (relative to full scale, never below -100). */
export function energyDb(samples: Float32Array): Float32Array {
  const steps = new Float32Array(Math.floor(samples.length / STEP_SAMPLES))
  for (let step = 0; step < steps.length; step++) {
    let sum = 0
    for (let i = step * STEP_SAMPLES; i < (step + 1) * STEP_SAMPLES; i++)
      sum += (samples[i] ?? 0) ** 2
    steps[step] = 10 * Math.log10(sum / STEP_SAMPLES + 1e-10)
  }
  return steps
}

/**
 * Likeness of speech (0 to 1) of each 10 ms step: a logistic of its energy between the piece's
 * 8th percentile (pause) and its 95th (speech).
 */
export function speechness(samples: Float32Array): Float32Array {
  const energy = energyDb(samples)
  const sorted = energy.toSorted()
  const low = sorted[Math.floor(0.08 * (sorted.length - 1))] ?? 0
  const high = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0
  const span = Math.max(high - low, SMALLEST_SPAN_DB)
  return energy.map((db) => 1 / (1 + Math.exp(-STEEPNESS * ((db - low) / span - 0.5))))
}

/** Sample index of the quietest place in the middle half of a piece. */
export function quietestMiddle(samples: Float32Array): number {
  const energy = energyDb(samples)
  const from = Math.floor(energy.length / 4)
  let best = Math.floor(energy.length / 2)
  let lowest = Number.POSITIVE_INFINITY
  for (let step = from; step < energy.length - from; step++) {
    const around = (energy[step - 1] ?? 0) + (energy[step] ?? 0) + (energy[step + 1] ?? 0)
    if (around < lowest) [lowest, best] = [around, step]
  }
  return Math.round((best + 0.5) * STEP_SAMPLES)
}
