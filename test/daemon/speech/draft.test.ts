import { describe, expect, it } from 'vitest'
import { createDraft } from '../../../daemon/speech/draft.ts'
import type { Recognition } from '../../../daemon/speech/engines/engine.ts'

function heard(text: string, meanLogProbability: number): Recognition {
  const words = text.split(' ').map((word, index) => ({
    start: index,
    end: index + 0.5,
    text: word,
    confidence: 0.9,
    speaker: null,
  }))
  return { text, words, meanLogProbability, language: 'en' }
}

const ENGLISH = { model: 'moonshine-tiny-en', languages: ['en'] }
const NOTHING: Recognition = { text: '', words: [], meanLogProbability: null, language: 'en' }

describe('the outcome of a transcription', () => {
  it('is no_speech when the engine heard nothing in any piece', () => {
    const draft = createDraft(ENGLISH)
    draft.add(0, 2, NOTHING)
    expect(() => draft.finish(60)).toThrow(expect.objectContaining({ code: 'no_speech' }))
  })

  it('is unsupported_language when half a minute of speech is all guesswork', () => {
    const draft = createDraft(ENGLISH)
    for (const start of [0, 10, 20]) draft.add(start, 10, heard('we may or may not', -0.8))
    expect(() => draft.finish(60)).toThrow(
      expect.objectContaining({ code: 'unsupported_language' }),
    )
  })

  it('is its cues when the text can be trusted', () => {
    const draft = createDraft(ENGLISH)
    draft.add(0, 10, heard('this is quite clear', -0.2))
    expect(draft.finish(60).map(({ text }) => text)).toEqual(['this is quite clear'])
  })
})

describe('a sentence that was cut in the middle', () => {
  /** The last word of the first piece ends at 2.5 s. */
  function textOf(firstSeconds: number, secondStart: number, language = 'en'): string {
    const draft = createDraft({ model: 'many', languages: [] })
    const piece = (text: string) => ({ ...heard(text, -0.2), language })
    const cues = [
      ...draft.add(0, firstSeconds, piece('We met Margaret.')),
      ...draft.add(secondStart, 3, piece('Who lives here.')),
      ...draft.finish(10),
    ]
    for (const { text, words } of cues) expect(words?.map((w) => w.text).join(' ')).toBe(text)
    return cues.map(({ text }) => text).join(' ')
  }

  it('loses the full stop and the capital that the cut made', () => {
    expect(textOf(2.6, 2.6)).toBe('We met Margaret, who lives here.')
  })

  it.each<[string, Parameters<typeof textOf>]>([
    ['where the pieces do not touch', [2.6, 2.7]],
    ['where somebody rested', [3.5, 3.5]],
    ['in other languages', [2.6, 2.6, 'de']],
  ])('is not suspected %s', (_, parts) => {
    expect(textOf(...parts)).toBe('We met Margaret. Who lives here.')
  })
})
