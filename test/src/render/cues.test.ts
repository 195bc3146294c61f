import { describe, expect, it } from 'vitest'
import type { Word } from '../../../src/api/types.ts'
import { type Box, cuesOf } from '../../../src/render/cues.ts'
import { textOf } from '../../../src/render/tokens.ts'
import { segment, wordsOf } from './transcripts.ts'

const BOX: Box = { maxLine: 20, maxLines: 1, maxCps: Number.POSITIVE_INFINITY }

function cut(words: Word[], box: Partial<Box> = {}): string[] {
  const text = words.map(({ text }) => text).join(' ')
  const whole = segment(words[0]?.start ?? 0, words.at(-1)?.end ?? 0, text, { words })
  return cuesOf([whole], { ...BOX, ...box }, false).map(({ tokens }) => textOf(tokens))
}

describe('cutting a segment into cues', () => {
  it('leaves alone what fits', () => {
    expect(cut(wordsOf('just about this long', 0, 2))).toEqual(['just about this long'])
    expect(cut(wordsOf('one two three four five six', 0, 2), { maxLines: 2 })).toHaveLength(1)
  })

  it('cuts after a sentence', () => {
    expect(cut(wordsOf('Yes he did. Nobody saw it.', 0, 4))).toEqual([
      'Yes he did.',
      'Nobody saw it.',
    ])
  })

  it('cuts at a pause, where the words say nothing', () => {
    const words = [...wordsOf('red green', 0, 1), ...wordsOf('white black orange', 3, 5)]
    expect(cut(words)).toEqual(['red green', 'white black orange'])
    const late = [...wordsOf('red green white', 0, 1), ...wordsOf('black orange', 3, 5)]
    expect(cut(late)).toEqual(['red green white', 'black orange'])
  })

  it('shares the time for reading among the cues where a reading speed is wanted', () => {
    const words = [...wordsOf('aaaa bbbb cccc', 0, 4), ...wordsOf('dddd eeee', 4, 4.3)]
    expect(cut(words)).toEqual(['aaaa bbbb cccc', 'dddd eeee'])
    expect(cut(words, { maxCps: 15 })).toEqual(['aaaa bbbb', 'cccc dddd eeee'])
  })

  it('begins a cue with its first word and ends it at a pause', () => {
    const words = [...wordsOf('One two three four.', 0, 2), ...wordsOf('Five six seven.', 2.8, 4)]
    const whole = segment(0, 4.5, 'One two three four. Five six seven.', { words })
    const cues = cuesOf([whole], BOX, false)
    expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2000],
      [2800, 4500],
    ])
  })

  it('bridges a short pause', () => {
    const words = [...wordsOf('One two three four.', 0, 2), ...wordsOf('Five six seven.', 2.4, 4)]
    const whole = segment(0, 4, 'One two three four. Five six seven.', { words })
    expect(cuesOf([whole], BOX, false)[0]?.endMs).toBe(2400)
  })

  it('shows a cue whose words are over in a moment for as long as it can', () => {
    const at = (text: string, start: number, end: number) => wordsOf(text, start, end)
    const words = [...at('aaaa.', 0, 0.1), ...at('bbbb.', 0.1, 0.15), ...at('cccc.', 5, 6)]
    const whole = segment(0, 6, 'aaaa. bbbb. cccc.', { words })
    const times = cuesOf([whole], { ...BOX, maxLine: 5 }, false)
    expect(times.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 300],
      [300, 600],
      [5000, 6000],
    ])
  })

  it('does not cut what lasts no time', () => {
    const whole = segment(1, 1, 'One two three four. Five six seven.')
    expect(cuesOf([whole], BOX, false)).toMatchObject([{ startMs: 1000, endMs: 1001 }])
  })
})
