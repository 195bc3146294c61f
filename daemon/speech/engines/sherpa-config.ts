// What sherpa-onnx must be told to load a model, by family. A wrong file or language makes its
// native code end the process, so whatever can be checked is checked before (see sherpa.ts).
import { type EngineFamily, filesOf, type ModelEngineConfig } from './config.ts'
import { whisperLanguage } from './whisper-languages.ts'

export interface SherpaFamily {
  /** The model's part of the configuration; language is empty when it is to be detected. */
  model(config: ModelEngineConfig, language: string): object
  /** Whether another language can be set once the model is loaded. */
  takesLanguage: boolean
}

const FAMILIES: Record<EngineFamily, SherpaFamily> = {
  moonshine: {
    takesLanguage: false,
    model: (config) => {
      const { encoder, decoder, spelling } = filesOf(config, 'encoder', 'decoder', 'spelling')
      return { moonshine: { encoder, mergedDecoder: decoder }, tokens: spelling }
    },
  },
  whisper: {
    takesLanguage: true,
    model: (config, language) => {
      const { encoder, decoder, tokens } = filesOf(config, 'encoder', 'decoder', 'tokens')
      const whisper = { encoder, decoder, language: whisperLanguage(language), task: 'transcribe' }
      return { whisper, tokens }
    },
  },
  'nemo-transducer': {
    takesLanguage: false,
    model: (config) => {
      const { tokens, ...transducer } = filesOf(config, 'encoder', 'decoder', 'joiner', 'tokens')
      return { transducer, tokens, modelType: 'nemo_transducer' }
    },
  },
  'sense-voice': {
    takesLanguage: false,
    model: (config) => {
      const { model, tokens } = filesOf(config, 'model', 'tokens')
      return {
        senseVoice: { model, language: 'auto', useInverseTextNormalization: 1 },
        tokens,
      }
    },
  },
}

export function sherpaFamily({ family }: ModelEngineConfig): SherpaFamily {
  return FAMILIES[family]
}

/** One thread: more processes use more cores better than more threads do. */
export function recognizerConfig(config: ModelEngineConfig, language: string): object {
  const model = sherpaFamily(config).model(config, language)
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { ...model, numThreads: 1, provider: 'cpu', debug: 0 },
  }
}
