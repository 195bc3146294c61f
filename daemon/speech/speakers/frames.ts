// The feature vectors of the speech so far, in windows of ten minutes. Only steps of 10 ms in which
// a voice sounds are kept: silence, hiss and consonants tell more of the room than of the speaker.
// What is kept is rounded to bytes (no comparison of Gaussians minds): an hour of vowels is 8 MB.
import type { Piece } from '../pieces.ts'
import { COEFFICIENTS, createExtractor, type Features, STEP_SECONDS } from './mfcc.ts'

/** Ten minutes. */
const WINDOW_FRAMES = 600 / STEP_SECONDS
/** Cepstra are kept in steps of this; all that follows is in that unit. */
const RESOLUTION = 0.2
/** Pitch is kept in steps of so many semitones, from the middle of all voices. */
export const PITCH_RESOLUTION = 0.5
const MIDDLE_PITCH = 90
/** How far below its piece's loud passages a step may be and still count as voice. */
const VOICE_DECIBELS = 30
const LOUD_QUANTILE = 0.95

/** Values a frame: the cepstra, then the pitch. */
export const DIMENSIONS = COEFFICIENTS + 1

export interface FrameWindow {
  /** DIMENSIONS values a frame. */
  vectors: Int8Array
  /** When each frame begins, in steps of STEP_SECONDS from the start of the media. */
  steps: Int32Array
  count: number
}

export interface FrameStore {
  /** @returns the windows that are full now */
  add(piece: Piece): FrameWindow[]
  /** @returns the last window, which is not full; null when it is empty */
  end(): FrameWindow | null
}

export function createFrameStore(): FrameStore {
  const extract = createExtractor()
  let window = openWindow()
  return {
    add({ samples, startSeconds }) {
      const full: FrameWindow[] = []
      const features = extract(samples)
      const least = leastDecibels(features)
      const firstStep = Math.round(startSeconds / STEP_SECONDS)
      for (let step = 0; step < features.decibels.length; step += 1) {
        if (features.pitches[step] === 0 || (features.decibels[step] as number) < least) continue
        append(window, features, step, firstStep + step)
        if (window.count < WINDOW_FRAMES) continue
        full.push(window)
        window = openWindow()
      }
      return full
    },
    end: () => (window.count === 0 ? null : window),
  }
}

function openWindow(): FrameWindow {
  const vectors = new Int8Array(WINDOW_FRAMES * DIMENSIONS)
  return { vectors, steps: new Int32Array(WINDOW_FRAMES), count: 0 }
}

function leastDecibels({ decibels }: Features): number {
  const sorted = decibels.slice().sort()
  return (sorted[Math.floor(sorted.length * LOUD_QUANTILE)] ?? 0) - VOICE_DECIBELS
}

function append(window: FrameWindow, features: Features, from: number, step: number): void {
  const { vectors, steps, count } = window
  for (let c = 0; c < COEFFICIENTS; c += 1) {
    const value = Math.round((features.cepstra[from * COEFFICIENTS + c] as number) / RESOLUTION)
    vectors[count * DIMENSIONS + c] = Math.max(-128, Math.min(127, value))
  }
  const pitch = (features.pitches[from] as number) - MIDDLE_PITCH
  vectors[count * DIMENSIONS + COEFFICIENTS] = Math.round(pitch / PITCH_RESOLUTION)
  steps[count] = step
  window.count += 1
}
