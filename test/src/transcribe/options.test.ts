import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { checkOptions, requestOf, type TranscribeOptions } from '../../../src/transcribe/options.ts'

const PLAIN: TranscribeOptions = {
  ...{ format: 'text', output: undefined, language: undefined, diarize: false },
  ...{ source: undefined, words: false, timestamps: false, shape: {}, recursive: false },
  ...{ filesFrom: undefined, skipExisting: false, concurrency: 2, parallel: 4 },
  ...{ dryRun: false, maxMinutes: undefined, wait: true, timeoutSeconds: undefined },
  ...{ webhookUrl: undefined, idempotencyKey: undefined, reuseRecent: false },
}

describe('checkOptions', () => {
  it.each<[string, Partial<TranscribeOptions>, boolean, boolean]>([
    ['skipping what is not written', { skipExisting: true }, false, false],
    ['a file for ids', { wait: false, output: 'x' }, false, false],
    ['SRT on the JSON stream', { format: 'srt' }, false, true],
    ['one key for several inputs', { idempotencyKey: 'k' }, true, false],
    ['reuse with a webhook', { reuseRecent: true, webhookUrl: 'https://a.example' }, false, false],
  ])('refuses %s', (_title, change, several, json) => {
    expect(() => checkOptions({ ...PLAIN, ...change }, several, json)).toThrow(UsageError)
  })

  it('allows SRT files beside the JSON stream', () => {
    expect(() => checkOptions({ ...PLAIN, format: 'srt', output: 'x' }, true, true)).not.toThrow()
  })
})

describe('requestOf', () => {
  it('leaves out what was not asked for', () => {
    expect(requestOf(PLAIN)).toEqual({})
  })

  it('has the names of the API', () => {
    const options = { ...PLAIN, language: 'en', diarize: true, webhookUrl: 'https://example.com' }
    expect(requestOf(options)).toEqual({
      language: 'en',
      diarize: true,
      webhook_url: 'https://example.com',
    })
  })
})
