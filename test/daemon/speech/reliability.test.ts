import { describe, expect, it } from 'vitest'
import {
  createReliability,
  isRepetitive,
  requireLanguage,
} from '../../../daemon/speech/reliability.ts'

const ENGLISH = { model: 'moonshine-tiny-en', languages: ['en'] }
const MANY = { model: 'whisper-tiny', languages: ['en', 'de', 'fr', 'he', 'no', 'zh', 'tl'] }
const TEXT = 'we may or may not have said so'

/** Seconds and certainty of each piece; text where it is not the usual one. */
type Piece = [seconds: number, certainty: number | null, text?: string]

/** The code that the pieces of a file end with; null when they are a transcript. */
function outcome(pieces: Piece[], model = ENGLISH): string | null {
  const reliability = createReliability(model)
  for (const [seconds, meanLogProbability, text = TEXT] of pieces) {
    reliability.add(seconds, { text, meanLogProbability })
  }
  try {
    reliability.require()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the text of a model of one language', () => {
  it('is made up when half a minute of speech is all guesswork', () => {
    const pieces: Piece[] = [10, 10, 10].map((seconds) => [seconds, -0.7])
    expect(outcome(pieces)).toBe('unsupported_language')
  })

  // Measured: the means of synthetic voices reading the same news, piece by piece.
  it.each<[string, Piece[]]>([
    [
      'German',
      [
        [8.8, -1],
        [10.2, -1.14],
        [9.7, -0.99],
      ],
    ],
    [
      'Spanish',
      [
        [13, -0.94],
        [13, -1.47],
      ],
    ],
    [
      'Turkish',
      [
        [9.2, -1.19],
        [9, -1.12],
        [10.6, null, ''],
      ],
    ],
    [
      'Finnish',
      [
        [14.3, -0.62],
        [9.4, -0.97],
      ],
    ],
    [
      'Arabic',
      [
        [10.3, null, ''],
        [10.9, null, ''],
        [6.3, null, ''],
      ],
    ],
  ])('is made up of %s', (_, pieces) => {
    expect(outcome(pieces)).toBe('unsupported_language')
  })

  it.each<[string, Piece[]]>([
    [
      'clear',
      [
        [14, -0.1],
        [16, -0.16],
      ],
    ],
    [
      'a strong accent',
      [
        [12.6, -0.49],
        [11.6, -0.26],
      ],
    ],
    [
      'fast and blurred',
      [
        [11.2, -0.46],
        [6.3, -0.38],
      ],
    ],
    [
      '8 kbit/s',
      [
        [10, -0.29],
        [10, -0.5],
        [10, -0.45],
      ],
    ],
    [
      'noise as loud as the voice',
      [
        [6, -0.25],
        [8, -0.75],
        [9, -0.5],
        [7, -0.6],
      ],
    ],
  ])('is a transcript of English, %s', (_, pieces) => {
    expect(outcome(pieces)).toBeNull()
  })

  it('has to be the worse the less there is of it', () => {
    expect(outcome([[5, -1.2]])).toBeNull()
    expect(outcome([[12, -1.2]])).toBe('unsupported_language')
    expect(outcome([[12, -0.8]])).toBeNull()
    expect(outcome([[25, -0.8]])).toBe('unsupported_language')
  })

  it('is kept when a good part can be trusted, whatever the rest is', () => {
    const foreign: Piece[] = Array.from({ length: 7 }, () => [15, -1.1])
    expect(outcome([[15, -0.1], [15, -0.2], ...foreign])).toBeNull()
    expect(outcome([[5, -0.1], ...foreign])).toBe('unsupported_language')
  })

  const loop = 'the first time we have been in the city '.repeat(5).trim()

  it('is not trusted where it repeats itself without being sure', () => {
    expect(
      outcome([
        [10.8, -0.32, loop],
        [12.3, -0.94],
      ]),
    ).toBe('unsupported_language')
  })

  it('is trusted where somebody clearly says the same again and again', () => {
    expect(
      outcome([
        [15, -0.05, loop],
        [15, -0.06, loop],
      ]),
    ).toBeNull()
  })

  it('is taken at its word when the engine does not tell how sure it is', () => {
    expect(
      outcome([
        [15, null],
        [15, null],
      ]),
    ).toBeNull()
  })

  it('names the language, the model and a model for others', () => {
    const reliability = createReliability(ENGLISH)
    reliability.add(30, { text: TEXT, meanLogProbability: -1 })
    const message = /English.*moonshine-tiny-en.*`scribe models pull whisper-/
    expect(() => reliability.require()).toThrow(message)
  })
})

describe('a model of many languages', () => {
  it('is never suspected', () => {
    expect(
      outcome(
        [
          [15, -1.2],
          [15, -1.2],
        ],
        MANY,
      ),
    ).toBeNull()
  })
})

describe('a file without a word', () => {
  it('has no speech', () => {
    expect(outcome([])).toBe('no_speech')
    expect(outcome([[2, null, '']])).toBe('no_speech')
  })

  it('is not understood when there was a voice for long', () => {
    expect(outcome([[12, null, '']])).toBe('unsupported_language')
    expect(outcome([[12, null, '']], MANY)).toBe('no_speech')
  })
})

describe('a repetitive text', () => {
  it('says the same again and again', () => {
    const phrase = 'the number of people who have a lot of money is small '
    expect(isRepetitive(phrase.repeat(4))).toBe(true)
    expect(isRepetitive(`and so we see that ${phrase.repeat(2)}`)).toBe(false)
  })

  it('is not one in which words come back', () => {
    const spoken =
      'Ask not what your country can do for you, ask what you can do for your country. And so, my fellow Americans, ask not what your country can do for you.'
    expect(isRepetitive(spoken)).toBe(false)
    expect(isRepetitive('no no no no')).toBe(false)
  })
})

describe('the requested language', () => {
  it.each(['en', 'EN', 'en-US', 'en_GB'])('%s suits an English model', (language) => {
    expect(requireLanguage(language, ENGLISH)).toBe('en')
  })

  it.each([
    ['auto', 'auto'],
    ['de-AT', 'de'],
    ['iw', 'he'],
    ['nb', 'no'],
    ['cmn', 'zh'],
    ['fil', 'tl'],
  ])('%s is %s to the model', (language, known) => {
    expect(requireLanguage(language, MANY)).toBe(known)
  })

  it('is anything where nobody knows what the model knows', () => {
    expect(requireLanguage('xx', { model: 'mine', languages: [] })).toBe('xx')
  })

  it('is refused when the model does not know it, saying which model does', () => {
    const asking = () => requireLanguage('de', ENGLISH)
    expect(asking).toThrow(expect.objectContaining({ code: 'unsupported_language' }))
    expect(asking).toThrow(/only en .*`scribe models pull \S+`/)
  })

  it('is refused when no model is known to know it', () => {
    expect(() => requireLanguage('x1', ENGLISH)).toThrow(/`scribe models list`/)
  })
})
