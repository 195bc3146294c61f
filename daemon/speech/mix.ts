// Two channels to one. Their mean is right but for one mistake that is easily made: a balanced
// microphone on a stereo input records the same on both, upside down on one, which sounds nearly
// as it should and cancels out to nothing in the mean. Where that is so one channel is turned over.
import { SAMPLE_RATE } from './timeline.ts'

/** What is remembered of the sound so far. */
const MEMORY_SAMPLES = SAMPLE_RATE / 2
/** The mean has lost nearly all (13 dB) against the difference. */
const CANCELED = 0.05
/** It has not, or not any more. */
const SOUND = 0.2

/** @returns takes samples, left and right in turns; gives the mix, valid until the next call */
export function createMixer(): (stereo: Float32Array) => Float32Array {
  let mono = new Float32Array(0)
  let mean = 0
  let difference = 0
  let side = 1
  return (stereo) => {
    const count = stereo.length / 2
    if (mono.length < count) mono = new Float32Array(count)
    const fade = Math.exp(-count / MEMORY_SAMPLES)
    mean *= fade
    difference *= fade
    for (let i = 0; i < stereo.length; i += 2) {
      const left = stereo[i] as number
      const right = stereo[i + 1] as number
      mean += (left + right) ** 2
      difference += (left - right) ** 2
    }
    if (mean < CANCELED * difference) side = -1
    else if (mean > SOUND * difference) side = 1
    for (let i = 0; i < count; i += 1) {
      mono[i] = ((stereo[2 * i] as number) + side * (stereo[2 * i + 1] as number)) / 2
    }
    return mono.subarray(0, count)
  }
}
