// Voice activity: the probability, frame by frame, that somebody speaks (Silero v5). A recurrent
// net of 2 MB that looks at 32 ms and carries its memory on. What to make of the probabilities is
// the business of cut.ts.
import { SAMPLE_RATE } from './timeline.ts'

/** Samples a frame: fixed by the model. */
export const FRAME_SAMPLES = 512
export const FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE

export interface VoiceDetector {
  /**
   * Probabilities (0 to 1) that the next frames of the stream hold speech.
   *
   * @param frames any number of them, FRAME_SAMPLES samples each
   */
  detect(frames: Float32Array): Promise<Float32Array>
  /** Forgets the stream; the next frame begins another. */
  reset(): void
}
