import { describe, expect, it } from 'vitest'
import { createDraft } from '../../../daemon/speech/draft.ts'
import type { Recognition } from '../../../daemon/speech/engines/engine.ts'
import { requireLanguage } from '../../../daemon/speech/reliability.ts'

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

const NOTHING: Recognition = { text: '', words: [], meanLogProbability: null, language: 'en' }

describe('the outcome of a transcription', () => {
  it('is no_speech when the engine heard nothing in any piece', () => {
    const draft = createDraft()
    draft.add(0, 10, NOTHING)
    expect(() => draft.finish(60)).toThrow(expect.objectContaining({ code: 'no_speech' }))
  })

  it('is unsupported_language when half a minute of speech is all guesswork', () => {
    const draft = createDraft()
    for (const start of [0, 10, 20]) draft.add(start, 10, heard('we may or may not', -0.8))
    expect(() => draft.finish(60)).toThrow(
      expect.objectContaining({ code: 'unsupported_language' }),
    )
  })

  it('counts speech of which nothing could be written', () => {
    const draft = createDraft()
    draft.add(0, 15, heard('we may or may not', -0.8))
    draft.add(15, 15, NOTHING)
    expect(() => draft.finish(60)).toThrow(
      expect.objectContaining({ code: 'unsupported_language' }),
    )
  })

  it('is a transcript when only a part is guesswork', () => {
    const draft = createDraft()
    draft.add(0, 10, heard('we may or may not', -0.9))
    for (const start of [10, 20]) draft.add(start, 10, heard('this is quite clear', -0.2))
    expect(draft.finish(60)).not.toEqual([])
  })

  it('is a transcript when there is too little speech to tell', () => {
    const draft = createDraft()
    draft.add(0, 20, heard('we may or may not', -0.9))
    expect(draft.finish(60)).not.toEqual([])
  })
})

describe('the requested language', () => {
  it.each(['auto', 'en', 'EN', 'en-US', 'en_GB'])('%s suits an English model', (language) => {
    expect(() => requireLanguage(language, 'model', ['en'])).not.toThrow()
  })

  it('is refused when the model does not know it, naming those it knows', () => {
    expect(() => requireLanguage('de', 'moonshine-tiny-en', ['en'])).toThrow(
      expect.objectContaining({
        code: 'unsupported_language',
        message: expect.stringContaining('only en'),
      }),
    )
  })
})
