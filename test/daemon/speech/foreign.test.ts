// Speech that the default model does not know, through the whole pipeline.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Speech } from '../../../daemon/ports.ts'
import { hear, openSpeech } from '../../support/speech.ts'

let speech: Speech
beforeAll(() => {
  speech = openSpeech().speech
})
afterAll(() => speech.close())

describe('on a model for English', () => {
  it.each([
    ['German', 'de'],
    ['French', 'fr'],
    ['Spanish', 'es'],
    ['Russian', 'ru'],
  ])('%s is no false English', async (_, voice) => {
    await expect(hear(speech, `../foreign/${voice}.opus`)).rejects.toMatchObject({
      code: 'unsupported_language',
    })
  })
})
