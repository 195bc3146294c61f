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
