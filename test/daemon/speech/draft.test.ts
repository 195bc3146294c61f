import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinWords } from '../../../daemon/rules/join-words.ts'
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

describe('the language of a transcript', () => {
  const MANY = { model: 'many', languages: [] }
  const said = (language: string | null): Recognition => ({ ...heard('so so', -0.1), language })

  it('is the one that is spoken for the longest time', () => {
    const draft = createDraft(MANY)
    draft.add(0, 3, said('en'))
    draft.add(3, 9, said('de'))
    draft.add(12, 4, said('en'))
    expect(draft.language).toBe('de')
  })

  it('is not that of pieces without words, and unknown where the engine cannot tell', () => {
    const draft = createDraft(MANY)
    draft.add(0, 14, { ...NOTHING, language: 'fr' })
    draft.add(14, 3, said(null))
    expect(draft.language).toBeNull()
    draft.add(20, 1, said('en'))
    expect(draft.language).toBe('en')
  })

  it('is told segment by segment, and none holds two', () => {
    const draft = createDraft(MANY)
    const segments = [
      ...draft.add(0, 3, said('en')),
      ...draft.add(3, 3, said('de')),
      ...draft.finish(10),
    ]
    expect(segments.map(({ language }) => language)).toEqual(['en', 'de'])
  })
})

describe('the words of a transcript', () => {
  const word = fc.record({
    text: fc.oneof(
      fc.constantFrom('word', 'Word.', '"Yes,"', '3.5', '1,275', '', ' ', "it's", 'U.S.'),
      fc.constantFrom('今天', '天气。', 'きょう', '、', 'สวัสดี', 'GPU'),
    ),
    start: fc.double({ min: -1, max: 16, noNaN: true }),
    length: fc.double({ min: -1, max: 3, noNaN: true }),
  })
  /** Pieces of a file as they may come: apart, touching, or over each other by 2 s. */
  const pieces = fc.array(
    fc.record({
      words: fc.array(word, { maxLength: 30 }),
      gap: fc.constantFrom(-2, 0, 0.1, 5),
      seconds: fc.double({ min: 4, max: 15, noNaN: true }),
      language: fc.constantFrom('en', 'zh', null),
    }),
    { maxLength: 6 },
  )

  it('are in order, within their segment, and joined they are its text', () => {
    fc.assert(
      fc.property(pieces, (input) => {
        const draft = createDraft({ model: 'many', languages: [] })
        let at = 2
        const segments = input.flatMap(({ words, gap, seconds, language }) => {
          const start = at + gap
          at = start + seconds
          return draft.add(start, seconds, {
            text: 'some',
            words: words.map(({ text, start, length }) => {
              return { start, end: start + length, text, confidence: 0.5, speaker: null }
            }),
            meanLogProbability: -0.1,
            language,
          })
        })
        if (input.length > 0) segments.push(...draft.finish(at + 20))
        let floor = 0
        for (const { start, end, text, words: maybe } of segments) {
          const words = maybe ?? []
          expect(words.length).toBeGreaterThan(0)
          expect(joinWords(words.map((one) => one.text))).toBe(text)
          expect(words[0]?.start).toBeGreaterThanOrEqual(start)
          expect(words.at(-1)?.end).toBeLessThanOrEqual(end)
          for (const one of words) {
            expect(one.start).toBeGreaterThanOrEqual(floor)
            expect(one.end).toBeGreaterThan(one.start)
            expect(one.text).toMatch(/\S/)
            floor = one.end
          }
          floor = end
        }
      }),
    )
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
