import { expect, it } from 'vitest'
import type { Token } from '../../../../daemon/speech/engines/token-decoder.ts'
import type { Vocabulary } from '../../../../daemon/speech/engines/tokens.ts'
import { wordsOf } from '../../../../daemon/speech/engines/words.ts'

const PIECES = [' one', ' two', 'ly', '.', ' -', '...', "'", 's']
const VOCABULARY: Vocabulary = PIECES.map((piece) => new TextEncoder().encode(piece))
const FRAMES = 40
const SECONDS = 1
const SILENCE = new Float32Array(16_000)

/** A token for a piece, with its attention on one frame. */
function token(piece: string, frame = 0, probability = 1): Token {
  const attention = new Float32Array(FRAMES).fill(0.01)
  attention[frame] = 1
  return { id: PIECES.indexOf(piece), logProbability: Math.log(probability), attention }
}

const words = (...tokens: Token[]) => wordsOf(tokens, VOCABULARY, SILENCE, SECONDS)
const texts = (...tokens: Token[]) => words(...tokens).map(({ text }) => text)

it('punctuation belongs to the text of its word', () => {
  expect(texts(token(' one'), token('.', 5), token(' two', 9), token('ly', 10))).toEqual([
    'one.',
    'twoly',
  ])
})

it('a dash between words goes with the next word, dots at the end with the last', () => {
  expect(texts(token(' one'), token(' -', 5), token(' two', 9), token(' -', 12))).toEqual([
    'one',
    '- two -',
  ])
})

it('punctuation alone is no word', () => {
  expect(words(token('...'), token('.'))).toEqual([])
  expect(words()).toEqual([])
})

it('punctuation does not stretch the times or lower the confidence', () => {
  const bare = words(token(' one', 5, 0.8), token(' two', 20, 0.5))
  const dotted = words(token(' one', 5, 0.8), token('.', 15, 0.1), token(' two', 20, 0.5))
  expect(dotted.map(({ start, end }) => [start, end])).toEqual(
    bare.map(({ start, end }) => [start, end]),
  )
  expect(dotted.map(({ confidence }) => confidence)).toEqual([0.8, 0.5])
})

it('the confidence of a word is the product of its tokens', () => {
  const [word] = words(
    token(' two', 5, 0.5),
    token('ly', 6, 0.5),
    token("'", 7, 0.1),
    token('s', 8),
  )
  expect(word?.confidence).toBe(0.25)
})

it('words that meet in time share the border and stay within the piece', () => {
  const found = words(token(' one', 37), token(' two', 38), token(' one', 39))
  for (const [i, { start, end }] of found.entries()) {
    expect(start).toBeGreaterThanOrEqual(found[i - 1]?.end ?? 0)
    expect(end).toBeGreaterThan(start)
    expect(end).toBeLessThanOrEqual(SECONDS)
  }
})
