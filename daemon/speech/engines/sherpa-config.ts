// What sherpa-onnx must be told to load a model, by family. A wrong file or language makes its
// native code end the process, so whatever can be checked is checked before (see sherpa.ts).
import { type EngineFamily, filesOf, type ModelEngineConfig } from './config.ts'

export interface SherpaFamily {
  /** Longest piece, in seconds. */
  maxPieceSeconds: number
  /** The model's part of the configuration; language is empty when it is to be detected. */
  model(config: ModelEngineConfig, language: string): object
  /** Whether another language can be set once the model is loaded. */
  takesLanguage: boolean
}

/** Whisper's own names for languages that BCP 47 calls otherwise. */
const WHISPER_CODES: Record<string, string> = { jv: 'jw', fil: 'tl', nb: 'no' }

const FAMILIES: Record<EngineFamily, SherpaFamily> = {
  moonshine: {
    maxPieceSeconds: 15,
    takesLanguage: false,
    model: (config) => {
      const { encoder, decoder, spelling } = filesOf(config, 'encoder', 'decoder', 'spelling')
      return { moonshine: { encoder, mergedDecoder: decoder }, tokens: spelling }
    },
  },
  whisper: {
    // It hears windows of 30 s, the last half second of which sherpa-onnx keeps for silence.
    maxPieceSeconds: 29,
    takesLanguage: true,
    model: (config, language) => {
      const { encoder, decoder, tokens } = filesOf(config, 'encoder', 'decoder', 'tokens')
      const code = WHISPER_CODES[language] ?? language
      return { whisper: { encoder, decoder, language: code, task: 'transcribe' }, tokens }
    },
  },
  'nemo-transducer': {
    maxPieceSeconds: 60,
    takesLanguage: false,
    model: (config) => {
      const { tokens, ...transducer } = filesOf(config, 'encoder', 'decoder', 'joiner', 'tokens')
      return { transducer, tokens, modelType: 'nemo_transducer' }
    },
  },
  'sense-voice': {
    maxPieceSeconds: 30,
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

/** BCP 47 primary tag of what sherpa-onnx calls a language (`en`, `<|en|>`, `jw`); null for none. */
export function heardLanguage(name: string): string | null {
  const code = /^(?:<\|)?([a-z]{2,3})(?:\|>)?$/.exec(name)?.[1]
  if (code === undefined) return null
  return code === 'jw' ? 'jv' : code
}
