// Words with times for engines that tell less than Moonshine does. Where tokens carry times, a
// word begins with its first token and ends with its last; where there are none, the words share
// the loud part of the piece by their length, which is a guess (some 0.1 to 0.3 s off).
import type { Word } from '../../../src/api/types.ts'
import { speechness } from './energy.ts'
import { splitWords, type TextSpan } from './spacing.ts'

/** A token of a transcript, as it stands in its text. */
export interface TimedToken {
  text: string
  startSeconds: number
  /** Null when only the start is known. */
  endSeconds: number | null
  logProbability: number | null
}

const STEP_SECONDS = 0.01
const SHORTEST_SECONDS = 0.02
/** Likeness of speech up to which a moment counts as a pause. */
const QUIET = 0.3
/** A token without an end lasts no longer than this, per character, when nothing follows it. */
const CHARACTER_SECONDS = 0.08

/**
 * @param tokens in order; their texts, joined, are the text but for spaces
 * @param seconds length of the piece; no word ends later
 */
export function wordsOfTokens(text: string, tokens: TimedToken[], seconds: number): Word[] {
  const placed = placeTokens(text, tokens)
  let next = 0
  const words = splitWords(text).map((span) => {
    const own: TimedToken[] = []
    while (next < placed.length && (placed[next]?.from ?? 0) < span.to) {
      const token = placed[next++]?.token
      if (token) own.push(token)
    }
    return { span, own }
  })
  let known = 0
  return inOrder(
    words.map(({ span, own }, i) => {
      const start = own[0]?.startSeconds ?? known
      const following = words.slice(i + 1).find(({ own }) => own.length > 0)?.own[0]?.startSeconds
      const guess = (own.at(-1)?.startSeconds ?? start) + CHARACTER_SECONDS * span.text.length
      const end = own.at(-1)?.endSeconds ?? Math.min(guess, following ?? seconds)
      known = end
      return { start, end, text: span.text, confidence: confidenceOf(own), speaker: null }
    }),
    seconds,
  )
}

/** Where each token's text begins in the whole; tokens that are not to be found are left out. */
function placeTokens(text: string, tokens: TimedToken[]): { from: number; token: TimedToken }[] {
  let cursor = 0
  return tokens.flatMap((token) => {
    const own = token.text.trim()
    const from = own === '' ? -1 : text.indexOf(own, cursor)
    if (from < 0) return []
    cursor = from + own.length
    return [{ from, token }]
  })
}

function confidenceOf(tokens: TimedToken[]): number | null {
  const known = tokens.flatMap(({ logProbability }) => logProbability ?? [])
  if (known.length === 0) return null
  const sum = known.reduce((total, value) => total + value, 0)
  return Math.round(Math.exp(Math.min(0, sum)) * 1000) / 1000
}

/**
 * @param samples the piece, 16 kHz; its loud parts are where the words are
 * @param seconds its length
 */
export function spreadWords(text: string, samples: Float32Array, seconds: number): Word[] {
  const spans = splitWords(text)
  const total = spans.reduce((sum, { text }) => sum + text.length, 0)
  const clock = speechClock(samples, seconds)
  let before = 0
  const words = spans.map(({ text }: TextSpan) => {
    const start = clock.after(before / total)
    before += text.length
    return { start, end: clock.until(before / total), text, confidence: null, speaker: null }
  })
  return inOrder(words, seconds)
}

/** When a share (0 to 1) of the piece's speech has been said, and when what follows it begins. */
function speechClock(samples: Float32Array, seconds: number) {
  const speech = speechness(samples).map((likeness) => Math.max(0, likeness - QUIET))
  const sums = new Float64Array(speech.length + 1)
  for (const [i, value] of speech.entries()) sums[i + 1] = (sums[i] ?? 0) + value
  const whole = sums.at(-1) ?? 0
  const stepWhere = (reached: (sum: number) => boolean) => {
    const step = sums.findIndex(reached)
    return step < 0 ? speech.length : step
  }
  return {
    until: (share: number) =>
      whole === 0 ? share * seconds : stepWhere((sum) => sum >= share * whole) * STEP_SECONDS,
    after: (share: number) =>
      whole === 0 ? share * seconds : (stepWhere((sum) => sum > share * whole) - 1) * STEP_SECONDS,
  }
}

/** Every word begins where the one before ends or later, lasts a moment, and lies in the piece. */
export function inOrder(words: Word[], seconds: number): Word[] {
  const shortest = Math.min(SHORTEST_SECONDS, seconds / Math.max(1, words.length))
  let latest = seconds - shortest * words.length
  let before = 0
  for (const [i, word] of words.entries()) {
    const limit = words[i + 1]?.start ?? seconds
    const start = Math.min(Math.max(word.start, before), latest)
    latest += shortest
    const end = Math.min(Math.max(Math.min(word.end, limit), start + shortest), latest)
    word.start = rounded(start)
    word.end = rounded(end)
    before = word.end
  }
  return words
}

/** Milliseconds are as fine as it gets. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
