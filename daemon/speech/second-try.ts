// A second try for pieces that the engine is not sure of, or in which it goes round in circles. In
// two halves it often hears better, as noise or a slip early on misleads it for the rest of the
// piece; so both ways are taken, and what the engine is surer of counts, or what does not go round
// in circles (there it is sure of itself, but not right). Clear speech costs nothing. Measured on noisy and hurried English:
// the error rate falls by up to a fifth where anything can be understood.
import { joinWords } from '../rules/join-words.ts'
import { quietestMiddle } from './engines/energy.ts'
import type { Engine, Recognition, RecognizeOptions } from './engines/engine.ts'
import { SAMPLE_RATE } from './timeline.ts'
import { roundMs } from './words.ts'

/** Clear speech has a mean log probability above. */
const DOUBTFUL = -0.45
/** Who says a phrase of so many words so often within a piece goes round in circles. */
const PHRASE_WORDS = 5
const CIRCLES = 3
/** Halves of less have too little context to be heard any better. */
const SHORTEST_SAMPLES = 6 * SAMPLE_RATE

/**
 * As the engine's own.
 *
 * @throws the signal's reason, and what the engine throws
 */
export async function recognizeSurely(
  engine: Pick<Engine, 'recognize'>,
  samples: Float32Array,
  options: RecognizeOptions,
): Promise<Recognition> {
  const whole = await engine.recognize(samples, options)
  const circles = goesInCircles(whole.text)
  const isDoubtful = (whole.meanLogProbability ?? 0) < DOUBTFUL
  if (samples.length < SHORTEST_SAMPLES || !(circles || isDoubtful)) return whole
  const middle = quietestMiddle(samples)
  const first = await engine.recognize(samples.subarray(0, middle), options)
  const second = await engine.recognize(samples.subarray(middle), options)
  const halves = together(first, second, middle / SAMPLE_RATE)
  if (halves === null || goesInCircles(halves.text)) return whole
  return circles || sureness(halves) > sureness(whole) ? halves : whole
}

function sureness({ meanLogProbability }: Recognition): number {
  return meanLogProbability ?? Number.NEGATIVE_INFINITY
}

/** Whether a phrase comes up too often, whatever stands between and how it is punctuated. */
export function goesInCircles(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'\s]+/gu, '')
    .split(/\s+/)
  const times = new Map<string, number>()
  for (let at = 0; at + PHRASE_WORDS <= words.length; at += 1) {
    const phrase = words.slice(at, at + PHRASE_WORDS).join(' ')
    const count = (times.get(phrase) ?? 0) + 1
    if (count === CIRCLES) return true
    times.set(phrase, count)
  }
  return false
}

/** Null when one of the halves has no text, or is in another language. */
function together(first: Recognition, second: Recognition, later: number): Recognition | null {
  if (first.words.length === 0 || second.words.length === 0) return null
  if (first.language !== second.language) return null
  const moved = second.words.map((word) => ({
    ...word,
    start: roundMs(word.start + later),
    end: roundMs(word.end + later),
  }))
  return {
    text: joinWords([first.text, second.text]),
    words: [...first.words, ...moved],
    meanLogProbability: meanOf([first, second]),
    language: first.language,
  }
}

/** Weighed by words, as nobody tells the number of tokens. */
function meanOf(parts: readonly Recognition[]): number | null {
  let sum = 0
  let count = 0
  for (const { words, meanLogProbability } of parts) {
    if (meanLogProbability === null) return null
    sum += meanLogProbability * words.length
    count += words.length
  }
  return sum / count
}
