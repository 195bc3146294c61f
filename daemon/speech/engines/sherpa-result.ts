// Reads what sherpa-onnx answers for a piece. Models differ in what they tell: times and
// probabilities of tokens from Parakeet, times from SenseVoice, text alone from Whisper.
import type { TimedToken } from './timed-words.ts'

export interface SherpaResult {
  /** Trimmed; empty when there is nothing but punctuation. */
  text: string
  /** As the model names it, may be empty. */
  lang: string
  /** Empty when the model tells no times. */
  tokens: TimedToken[]
  /** Natural logarithm; null when the model tells none. */
  meanLogProbability: number | null
}

interface RawResult {
  text?: string
  lang?: string
  tokens?: string[]
  timestamps?: number[]
  durations?: number[]
  ys_log_probs?: number[]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is to be found
const CONTROL = /[\u0000-\u001f\u007f]+/g

/** @param json in which the native code may have left control characters as they are */
export function parseResult(json: string): SherpaResult {
  const raw: RawResult = JSON.parse(json.replace(CONTROL, ' '))
  const text = (raw.text ?? '').replaceAll('\ufffd', '').replace(/\s+/g, ' ').trim()
  const said = /[\p{L}\p{N}]/u.test(text)
  const probabilities = raw.ys_log_probs ?? []
  const sum = probabilities.reduce((total, value) => total + value, 0)
  return {
    text: said ? text : '',
    lang: raw.lang ?? '',
    tokens: said ? tokensOf(raw) : [],
    meanLogProbability: said && probabilities.length > 0 ? sum / probabilities.length : null,
  }
}

function tokensOf({ tokens = [], timestamps, durations, ys_log_probs }: RawResult): TimedToken[] {
  if (timestamps?.length !== tokens.length) return []
  return tokens.map((token, i) => {
    const startSeconds = timestamps[i] ?? 0
    const duration = durations?.[i]
    return {
      text: token.replaceAll('▁', ' '),
      startSeconds,
      endSeconds: duration === undefined ? null : startSeconds + duration,
      logProbability: ys_log_probs?.[i] ?? null,
    }
  })
}
