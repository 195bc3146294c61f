// The voice detector in sherpa-onnx-node, for machines on which onnxruntime-node cannot be loaded.
// It says of a frame only whether somebody speaks, so the probabilities are 0 and 1; it hears a
// beginning some hundredths of a second late, which is less than what cut.ts adds around speech.
import { access, constants } from 'node:fs/promises'
import { SAMPLE_RATE } from './timeline.ts'
import { FRAME_SAMPLES, type VoiceDetector } from './vad.ts'

/** Where the probability of speech says that it begins; it ends 0.15 below. */
const THRESHOLD = 0.5
/** Pauses and short sounds are the business of cut.ts. Zero would stand for half a second. */
const SHORTEST_SECONDS = 0.001
/** Speech of this length without any pause is heard more strictly from then on. */
const LONGEST_SECONDS = 100

/**
 * @param modelPath absolute path of silero_vad_v5.onnx
 * @throws Error when sherpa-onnx-node cannot be loaded here, or the file cannot be read
 */
export async function openSherpaDetector(modelPath: string): Promise<VoiceDetector> {
  const { default: addon } = await import('sherpa-onnx-node/addon.js')
  // Its native code ends the process when there is no such file.
  await access(modelPath, constants.R_OK)
  const sileroVad = {
    model: modelPath,
    threshold: THRESHOLD,
    minSpeechDuration: SHORTEST_SECONDS,
    minSilenceDuration: SHORTEST_SECONDS,
    maxSpeechDuration: LONGEST_SECONDS,
    windowSize: FRAME_SAMPLES,
  }
  const config = { sileroVad, sampleRate: SAMPLE_RATE, numThreads: 1, provider: 'cpu', debug: 0 }
  const vad = addon.createVoiceActivityDetector(config, LONGEST_SECONDS)
  const hears = (frame: Float32Array) => {
    addon.voiceActivityDetectorAcceptWaveform(vad, frame)
    const speaks = addon.voiceActivityDetectorIsDetected(vad)
    // The spans that it collects itself are not needed.
    while (!addon.voiceActivityDetectorIsEmpty(vad)) addon.voiceActivityDetectorPop(vad)
    return speaks ? 1 : 0
  }
  return {
    async detect(frames) {
      return Float32Array.from({ length: frames.length / FRAME_SAMPLES }, (_, index) =>
        hears(frames.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)),
      )
    },
    reset() {
      addon.voiceActivityDetectorReset(vad)
    },
  }
}
