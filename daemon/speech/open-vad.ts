// Opens the voice detector with whichever native library can be loaded here.
import type { VoiceDetector } from './vad.ts'

/**
 * Runs in onnxruntime-node, and where that cannot be loaded in sherpa-onnx-node.
 *
 * @param modelPath absolute path of silero_vad_v5.onnx
 * @throws Error when neither can be loaded here
 */
export async function openVoiceDetector(modelPath: string): Promise<VoiceDetector> {
  try {
    await import('onnxruntime-node')
  } catch {
    const { openSherpaDetector } = await import('./vad-sherpa.ts')
    return openSherpaDetector(modelPath)
  }
  const { openOnnxDetector } = await import('./vad-onnx.ts')
  return openOnnxDetector(modelPath)
}
