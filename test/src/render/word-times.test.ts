import { describe, expect, it } from 'vitest'
import type { Word } from '../../../src/api/types.ts'
import { tokensOf } from '../../../src/render/tokens.ts'
import { timeTokens } from '../../../src/render/word-times.ts'
import { segment } from './transcripts.ts'

const word = (text: string, start: number, end: number): Word => ({
  ...{ text, start, end },
  ...{ confidence: null, speaker: null },
})

function times(text: string, words: Word[] | null): [number, number][] {
  const tokens = tokensOf(text, 100)
  timeTokens(tokens, segment(1, 5, text, { words }))
  return tokens.map(({ startMs, endMs }) => [startMs, endMs])
}

describe('times of tokens', () => {
  it('are those of the words', () => {
    expect(times('A & B', [word('A', 1, 1.2), word('&', 2, 2.5), word('B', 3, 4)])).toEqual([
      [1000, 1200],
      [2000, 2500],
      [3000, 4000],
    ])
  })

  it('are those of the words where these lack the punctuation, or are cut elsewhere', () => {
    const words = [word('well', 1, 2), word('don', 3, 3.5), word('t', 3.5, 4)]
    expect(times('“Well … don’t!”', words)).toEqual([
      [1000, 2000],
      [3000, 3000],
      [3000, 4000],
    ])
  })

  it('lie within a word that holds several tokens', () => {
    expect(times('new york', [word('new york', 2, 4)])).toEqual([
      [2000, 2857],
      [2857, 4000],
    ])
  })

  it('correspond by their share where the texts differ', () => {
    expect(times('20 30', [word('twenty', 1, 2), word('thirty', 3, 4)])).toEqual([
      [1000, 2000],
      [3000, 4000],
    ])
  })

  it('count letters without words', () => {
    expect(times('aa bb', null)).toEqual([
      [1000, 3000],
      [3000, 5000],
    ])
    expect(times('aa bb', [])).toEqual(times('aa bb', null))
    expect(times('♪ ♪', null)[1]).toEqual([3000, 5000])
  })

  it('stay in order and within the segment, whatever the words say', () => {
    expect(times('a b', [word('a', 4, 9), word('b', 0, 2)])).toEqual([
      [4000, 5000],
      [5000, 5000],
    ])
  })
})
