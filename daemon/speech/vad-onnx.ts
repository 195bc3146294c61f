// The voice detector in onnxruntime-node. It is run on a second of audio at a time, which costs a
// quarter of running it on every frame (vad-edit.ts).
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { FRAME_SAMPLES, type VoiceDetector } from './vad.ts'
import { editDetector, HIDDEN } from './vad-edit.ts'

/** The model wants the end of the previous frame before each frame. */
const CONTEXT_SAMPLES = 64
const INPUT_SAMPLES = CONTEXT_SAMPLES + FRAME_SAMPLES

/** @param modelPath absolute path of silero_vad_v5.onnx */
export async function openOnnxDetector(modelPath: string): Promise<VoiceDetector> {
  const model = editDetector(await readFile(modelPath))
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const context = new Float32Array(CONTEXT_SAMPLES)
  let [hidden, cell] = [noMemory(), noMemory()]
  return {
    async detect(samples) {
      const count = samples.length / FRAME_SAMPLES
      if (count === 0) return new Float32Array(0)
      const frames = new Tensor('float32', withContext(context, samples), [count, INPUT_SAMPLES])
      context.set(samples.subarray(-CONTEXT_SAMPLES))
      const { speech, hiddenN, cellN } = await session.run({ frames, hidden, cell })
      hidden = hiddenN as Tensor
      cell = cellN as Tensor
      return speech?.data as Float32Array
    },
    reset() {
      context.fill(0)
      hidden = noMemory()
      cell = noMemory()
    },
  }
}

/** Each frame with the end of the one before it. */
function withContext(context: Float32Array, samples: Float32Array): Float32Array {
  const count = samples.length / FRAME_SAMPLES
  const inputs = new Float32Array(count * INPUT_SAMPLES)
  inputs.set(context)
  inputs.set(samples.subarray(0, FRAME_SAMPLES), CONTEXT_SAMPLES)
  for (let index = 1; index < count; index += 1) {
    const start = index * FRAME_SAMPLES
    const input = samples.subarray(start - CONTEXT_SAMPLES, start + FRAME_SAMPLES)
    inputs.set(input, index * INPUT_SAMPLES)
  }
  return inputs
}

function noMemory(): Tensor {
  return new Tensor('float32', new Float32Array(HIDDEN), [1, 1, HIDDEN])
}
