// The engine for all models that sherpa-onnx runs: Whisper, Parakeet, SenseVoice, and Moonshine
// where onnxruntime-node cannot be loaded. One decode at a time: the language is a setting of the
// whole recogniser. A decode cannot be stopped from outside; a canceled piece is given up at once
// and the next one waits for the rest of it (at most some seconds).
import { access, constants } from 'node:fs/promises'
import type addon from 'sherpa-onnx-node/addon.js'
import type { ModelEngineConfig } from './config.ts'
import type { Engine, Recognition, RecognizeOptions } from './engine.ts'
import { recognizerConfig, sherpaFamily } from './sherpa-config.ts'
import { parseResult, type SherpaResult } from './sherpa-result.ts'
import { spreadWords, wordsOfTokens } from './timed-words.ts'
import { heardLanguage } from './whisper-languages.ts'

type Addon = typeof addon

const SAMPLE_RATE = 16_000
/** Below this the native code finds too few frames and complains; such a piece is padded. */
const SHORTEST_SAMPLES = SAMPLE_RATE / 2
/** Below this nobody can have said anything. */
const EMPTY_SAMPLES = SAMPLE_RATE / 20
const NOTHING: Recognition = { text: '', words: [], meanLogProbability: null, language: null }

/**
 * Loads the engine.
 *
 * @throws Error when sherpa-onnx-node cannot be loaded here, or a file is missing
 */
export async function openSherpa(config: ModelEngineConfig): Promise<Engine> {
  const addon = await loadAddon(config.model)
  const described = recognizerConfig(config, '')
  for (const path of Object.values(config.files)) await access(path, constants.R_OK)
  const recognizer = await addon.createOfflineRecognizerAsync(described)
  return new Sherpa(addon, recognizer, config)
}

async function loadAddon(model: string): Promise<Addon> {
  try {
    return (await import('sherpa-onnx-node/addon.js')).default
  } catch (cause) {
    throw new Error(
      `The model ${model} needs the package sherpa-onnx-node, which cannot be loaded on this machine (${process.platform}-${process.arch}).`,
      { cause },
    )
  }
}

class Sherpa implements Engine {
  readonly model: string
  readonly languages: readonly string[]
  readonly #addon: Addon
  readonly #recognizer: object
  readonly #config: ModelEngineConfig
  #language = ''
  #last: Promise<unknown> = Promise.resolve()

  constructor(addon: Addon, recognizer: object, config: ModelEngineConfig) {
    this.model = config.model
    this.languages = config.languages
    this.#addon = addon
    this.#recognizer = recognizer
    this.#config = config
  }

  async recognize(
    samples: Float32Array,
    { language = 'auto', signal }: RecognizeOptions = {},
  ): Promise<Recognition> {
    signal?.throwIfAborted()
    if (samples.length < EMPTY_SAMPLES) return NOTHING
    const decoding = this.#last.then(() => {
      signal?.throwIfAborted()
      return this.#decode(samples, language)
    })
    this.#last = decoding.catch(() => {})
    const result = await orAborted(decoding, signal)
    return recognitionOf(result, samples, this.languages)
  }

  async #decode(samples: Float32Array, language: string): Promise<SherpaResult> {
    this.#setLanguage(this.languages.includes(language) ? language : '')
    const stream = this.#addon.createOfflineStream(this.#recognizer)
    const padded = new Float32Array(Math.max(samples.length, SHORTEST_SAMPLES))
    padded.set(samples)
    this.#addon.acceptWaveformOffline(stream, { samples: padded, sampleRate: SAMPLE_RATE })
    return parseResult(await this.#addon.decodeOfflineStreamAsync(this.#recognizer, stream))
  }

  #setLanguage(language: string): void {
    if (language === this.#language || !sherpaFamily(this.#config).takesLanguage) return
    const config = recognizerConfig(this.#config, language)
    this.#addon.offlineRecognizerSetConfig(this.#recognizer, config)
    this.#language = language
  }

  /** Native memory goes when the garbage collector takes the recogniser. */
  async close(): Promise<void> {
    await this.#last
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function recognitionOf(
  { text, lang, tokens, meanLogProbability }: SherpaResult,
  samples: Float32Array,
  languages: readonly string[],
): Recognition {
  const seconds = samples.length / SAMPLE_RATE
  const only = languages.length === 1 ? languages[0] : undefined
  return {
    text,
    words:
      tokens.length > 0
        ? wordsOfTokens(text, tokens, seconds)
        : spreadWords(text, samples, seconds),
    meanLogProbability,
    language: heardLanguage(lang) ?? only ?? null,
  }
}
