// Voice activity: the probability, frame by frame, that somebody speaks (Silero v5). A recurrent
// net of 2 MB, 0.15 ms a frame; it looks at 32 ms and carries its memory on. What to make of the
// probabilities is the business of cut.ts.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { SAMPLE_RATE } from './timeline.ts'

/** Samples a frame: fixed by the model. */
export const FRAME_SAMPLES = 512
export const FRAME_SECONDS = FRAME_SAMPLES / SAMPLE_RATE
/** The model wants the end of the previous frame before each frame. */
const CONTEXT_SAMPLES = 64
const STATE_SHAPE = [2, 1, 128]

export interface VoiceDetector {
  /**
   * Probability (0 to 1) that the next frame of the stream holds speech.
   *
   * @param frame FRAME_SAMPLES samples
   */
  detect(frame: Float32Array): Promise<number>
  /** Forgets the stream; the next frame begins another. */
  reset(): void
}

/** @param modelPath absolute path of silero_vad_v5.onnx */
export async function openVoiceDetector(modelPath: string): Promise<VoiceDetector> {
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(SAMPLE_RATE)), [])
  const samples = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES)
  let state = emptyState()
  return {
    async detect(frame) {
      samples.copyWithin(0, FRAME_SAMPLES)
      samples.set(frame, CONTEXT_SAMPLES)
      const input = new Tensor('float32', samples, [1, samples.length])
      const { output, stateN } = await session.run({ input, state, sr: rate })
      if (output === undefined || stateN === undefined)
        throw new Error(`${modelPath} is no Silero v5`)
      state = stateN
      return Number(output.data[0])
    },
    reset() {
      samples.fill(0)
      state = emptyState()
    },
  }
}

function emptyState(): Tensor {
  return new Tensor('float32', new Float32Array(256), STATE_SHAPE)
}
