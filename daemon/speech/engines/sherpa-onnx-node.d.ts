// The part of sherpa-onnx-node's native add-on that scribe uses; the package has no types.
declare module 'sherpa-onnx-node/addon.js' {
  interface Addon {
    createOfflineRecognizerAsync(config: object): Promise<object>
    createOfflineStream(recognizer: object): object
    acceptWaveformOffline(stream: object, wave: { samples: Float32Array; sampleRate: number }): void
    /** @returns the result as JSON, in which control characters are not escaped */
    decodeOfflineStreamAsync(recognizer: object, stream: object): Promise<string>
    offlineRecognizerSetConfig(recognizer: object, config: object): void
  }
  const addon: Addon
  export = addon
}
