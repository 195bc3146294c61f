// The part of sherpa-onnx-node's native add-on that scribe uses; the package has no types.
declare module 'sherpa-onnx-node/addon.js' {
  interface Addon {
    createOfflineRecognizerAsync(config: object): Promise<object>
    createOfflineStream(recognizer: object): object
    acceptWaveformOffline(stream: object, wave: { samples: Float32Array; sampleRate: number }): void
    /** @returns the result as JSON, in which control characters are not escaped */
    decodeOfflineStreamAsync(recognizer: object, stream: object): Promise<string>
    offlineRecognizerSetConfig(recognizer: object, config: object): void
    createVoiceActivityDetector(config: object, bufferSeconds: number): object
    voiceActivityDetectorAcceptWaveform(detector: object, samples: Float32Array): void
    voiceActivityDetectorIsDetected(detector: object): boolean
    voiceActivityDetectorIsEmpty(detector: object): boolean
    voiceActivityDetectorPop(detector: object): void
    voiceActivityDetectorReset(detector: object): void
    createOfflineSpeakerDiarization(config: object): object
    offlineSpeakerDiarizationProcess(
      diarization: object,
      samples: Float32Array,
    ): { start: number; end: number; speaker: number }[]
    createSpeakerEmbeddingExtractor(config: object): object
    speakerEmbeddingExtractorCreateStream(extractor: object): object
    acceptWaveformOnline(stream: object, wave: { samples: Float32Array; sampleRate: number }): void
    inputFinished(stream: object): void
    speakerEmbeddingExtractorIsReady(extractor: object, stream: object): boolean
    /** @param external whether the memory may stay outside of V8 */
    speakerEmbeddingExtractorComputeEmbedding(
      extractor: object,
      stream: object,
      external: boolean,
    ): Float32Array
  }
  const addon: Addon
  export = addon
}
