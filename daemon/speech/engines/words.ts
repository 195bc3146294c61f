// Makes words of tokens: text, times and confidence. Punctuation belongs to the text of the word
// that it stands at, but not to its times or its confidence, as nobody says it.
import type { Word } from '../../../src/api/types.ts'
import { alignTokens, type FrameSpan } from './align.ts'
import { speechness } from './energy.ts'
import type { Token } from './token-decoder.ts'
import { beginsWord, isSilent, textOf, type Vocabulary } from './tokens.ts'

/** A frame is 384 samples; its first and last sound lie this far from its own borders. */
const FRAME_SECONDS = 0.024
const START_SHIFT_SECONDS = 0.016
const END_SHIFT_SECONDS = 0.028
const STEP_SECONDS = 0.01
/** No word is shorter, whatever the alignment says. */
const SHORTEST_SECONDS = 0.01

/** The tokens of one word; `said` are those that are not punctuation. */
interface Group {
  tokens: Token[]
  said: Token[]
}

/**
 * The words that some tokens spell, in time order and never overlapping. Joined by spaces their
 * texts are the text of the tokens; there are none when the tokens are nothing but punctuation.
 *
 * @param samples the piece as it was decoded, 16 kHz
 * @param seconds length of the piece without padding; no word ends later
 */
export function wordsOf(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  samples: Float32Array,
  seconds: number,
): Word[] {
  const groups = groupByWord(tokens, vocabulary)
  const frames = tokens[0]?.attention.length ?? 0
  const aligned = groups.flatMap(({ said }) =>
    said.map(({ attention }, i) => ({ attention, beginsWord: i === 0 })),
  )
  const spans = alignTokens(aligned, speechOfFrames(samples, frames))
  let next = 0
  const words = groups.map((group) => {
    const own = spans.slice(next, next + group.said.length)
    next += group.said.length
    return wordOf(group, own, vocabulary)
  })
  return untangled(words, seconds)
}

/** Splits at tokens that begin a word; what has nothing but punctuation joins its neighbour. */
function groupByWord(tokens: readonly Token[], vocabulary: Vocabulary): Group[] {
  const groups: Group[] = []
  for (const token of tokens) {
    const last = groups.at(-1)
    const opens = last === undefined || (beginsWord(vocabulary, token.id) && last.said.length > 0)
    const group = opens ? { tokens: [], said: [] } : last
    if (opens) groups.push(group)
    group.tokens.push(token)
    if (!isSilent(vocabulary, token.id)) group.said.push(token)
  }
  const last = groups.at(-1)
  if (last?.said.length !== 0) return groups
  groups.pop()
  groups.at(-1)?.tokens.push(...last.tokens)
  return groups
}

function wordOf(group: Group, spans: FrameSpan[], vocabulary: Vocabulary): Word {
  const logProbability = group.said.reduce((sum, token) => sum + token.logProbability, 0)
  const ids = group.tokens.map(({ id }) => id)
  return {
    start: (spans[0]?.first ?? 0) * FRAME_SECONDS + START_SHIFT_SECONDS,
    end: ((spans.at(-1)?.last ?? 0) + 1) * FRAME_SECONDS + END_SHIFT_SECONDS,
    text: textOf(vocabulary, ids).trim(),
    confidence: rounded(Math.exp(Math.min(0, logProbability))),
    speaker: null,
  }
}

/** Likeness of speech of each frame, the mean over the 10 ms steps that it spans. */
function speechOfFrames(samples: Float32Array, frames: number): Float32Array {
  const steps = speechness(samples)
  const speech = new Float32Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    const start = Math.round((frame * FRAME_SECONDS + START_SHIFT_SECONDS) / STEP_SECONDS)
    const end = Math.round(((frame + 1) * FRAME_SECONDS + END_SHIFT_SECONDS) / STEP_SECONDS)
    const within = steps.subarray(start, Math.max(end, start + 1))
    speech[frame] = within.reduce((sum, value) => sum + value, 0) / Math.max(1, within.length)
  }
  return speech
}

/** Neighbours that overlap meet in the middle; every word lies in the piece and lasts a moment. */
function untangled(words: Word[], seconds: number): Word[] {
  let latestStart = seconds - words.length * SHORTEST_SECONDS
  let before = 0
  for (const [i, word] of words.entries()) {
    const after = words[i + 1]
    const meet = after && after.start < word.end ? (after.start + word.end) / 2 : word.end
    word.start = rounded(Math.min(Math.max(word.start, before), latestStart))
    latestStart += SHORTEST_SECONDS
    word.end = rounded(Math.min(Math.max(meet, word.start + SHORTEST_SECONDS), latestStart))
    before = word.end
  }
  return words
}

/** Milliseconds are as fine as it gets. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
