// The Moonshine engine: text, words and confidences of one piece of English speech. Around the
// decoder it keeps what such a model needs: pieces that are too short are padded, and a piece
// on which the decoder goes round in circles is done again in two halves.
import type { Word } from '../../../src/api/types.ts'
import { filesOf, type ModelEngineConfig } from './config.ts'
import { quietestMiddle } from './energy.ts'
import type { Engine, Recognition, RecognizeOptions } from './engine.ts'
import { GreedyDecoder } from './greedy.ts'
import { PublishedDecoder } from './published.ts'
import { spreadWords } from './timed-words.ts'
import type { Decoded, Token, TokenDecoder } from './token-decoder.ts'
import { readVocabulary, textOf, type Vocabulary } from './tokens.ts'
import { wordsOf } from './words.ts'

const SAMPLE_RATE = 16_000
/** Shorter pieces are padded with silence; the encoder makes little of less. */
const SHORTEST_SAMPLES = SAMPLE_RATE
/** Halves below this are not halved again; what repeats is dropped instead. */
const SMALLEST_HALF_SAMPLES = SAMPLE_RATE
/** Beyond some 32 s the model repeats itself on most pieces. */
const LONGEST_SAMPLES = 30 * SAMPLE_RATE

/**
 * Loads the engine: from the edited decoder where the model has one (the files cross and step), else
 * from the published one.
 */
export async function openMoonshine(config: ModelEngineConfig): Promise<Engine> {
  const { tokens } = filesOf(config, 'tokens')
  const decoder =
    config.files.cross === undefined
      ? await PublishedDecoder.open(filesOf(config, 'encoder', 'decoder'))
      : await GreedyDecoder.open(filesOf(config, 'encoder', 'cross', 'step'))
  const vocabulary = await readVocabulary(tokens)
  return new Moonshine(config, decoder, vocabulary)
}

class Moonshine implements Engine {
  readonly model: string
  readonly languages: readonly string[]
  readonly #decoder: TokenDecoder
  readonly #vocabulary: Vocabulary

  constructor(config: ModelEngineConfig, decoder: TokenDecoder, vocabulary: Vocabulary) {
    this.model = config.model
    this.languages = config.languages
    this.#decoder = decoder
    this.#vocabulary = vocabulary
  }

  async recognize(samples: Float32Array, { signal }: RecognizeOptions = {}): Promise<Recognition> {
    signal?.throwIfAborted()
    const { words, logProbabilities } = await this.#recognizePart(samples, signal)
    const total = logProbabilities.reduce((sum, value) => sum + value, 0)
    return {
      text: words.map(({ text }) => text).join(' '),
      words,
      meanLogProbability: words.length === 0 ? null : total / logProbabilities.length,
      language: 'en',
    }
  }

  async #recognizePart(samples: Float32Array, signal?: AbortSignal): Promise<Part> {
    const canHalve = samples.length >= 2 * SMALLEST_HALF_SAMPLES
    if (samples.length > LONGEST_SAMPLES) return this.#recognizeHalves(samples, signal)
    const padded = padTo(samples, SHORTEST_SAMPLES)
    const decoded = await this.#decoder.decode(padded, signal)
    if (decoded.looping > 0 && canHalve) return this.#recognizeHalves(samples, signal)
    const tokens = withoutLoop(decoded)
    return {
      words: this.#wordsOf(tokens, padded, samples.length / SAMPLE_RATE),
      logProbabilities: tokens.map(({ logProbability }) => logProbability),
    }
  }

  #wordsOf(tokens: Token[], samples: Float32Array, seconds: number): Word[] {
    if (tokens[0]?.attention.length !== 0)
      return wordsOf(tokens, this.#vocabulary, samples, seconds)
    const text = textOf(
      this.#vocabulary,
      tokens.map(({ id }) => id),
    )
    return /[\p{L}\p{N}]/u.test(text) ? spreadWords(text, samples, seconds) : []
  }

  async #recognizeHalves(samples: Float32Array, signal?: AbortSignal): Promise<Part> {
    const middle = quietestMiddle(samples)
    const first = await this.#recognizePart(samples.subarray(0, middle), signal)
    const second = await this.#recognizePart(samples.subarray(middle), signal)
    return {
      words: [...first.words, ...second.words.map((word) => later(word, middle / SAMPLE_RATE))],
      logProbabilities: [...first.logProbabilities, ...second.logProbabilities],
    }
  }

  close(): Promise<void> {
    return this.#decoder.close()
  }
}

interface Part {
  words: Word[]
  logProbabilities: number[]
}

function padTo(samples: Float32Array, length: number): Float32Array {
  if (samples.length >= length) return samples
  const padded = new Float32Array(length)
  padded.set(samples)
  return padded
}

function withoutLoop({ tokens, looping }: Decoded): Token[] {
  return tokens.slice(0, tokens.length - looping)
}

function later(word: Word, seconds: number): Word {
  const shift = (time: number) => Math.round((time + seconds) * 1000) / 1000
  return { ...word, start: shift(word.start), end: shift(word.end) }
}
