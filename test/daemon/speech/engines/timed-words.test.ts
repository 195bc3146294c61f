import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinWords } from '../../../../daemon/rules/join-words.ts'
import { parseResult } from '../../../../daemon/speech/engines/sherpa-result.ts'
import { splitWords } from '../../../../daemon/speech/engines/spacing.ts'
import { spreadWords, wordsOfTokens } from '../../../../daemon/speech/engines/timed-words.ts'
import type { Word } from '../../../../src/api/types.ts'

const textsOf = (words: { text: string }[]) => words.map(({ text }) => text)

function expectOrderly(words: Word[], seconds: number) {
  let before = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(end).toBeGreaterThanOrEqual(start)
    before = end
  }
  expect(before).toBeLessThanOrEqual(seconds + 0.001)
}

describe('words of a text', () => {
  it('lie between spaces, punctuation with them', () => {
    expect(textsOf(splitWords(' Hello, world! “Yes.”'))).toEqual(['Hello,', 'world!', '“Yes.”'])
  })

  it('are found where a script has no spaces', () => {
    expect(textsOf(splitWords('你好，世界。'))).toEqual(['你好，', '世界。'])
    expect(splitWords('สวัสดีครับ').length).toBeGreaterThan(1)
  })

  it('joined are the text again, with spaces only where the script has them', () => {
    for (const text of [
      'Hello, world! Yes.',
      '你好，世界。',
      '我用 iPhone 打电话。',
      '안녕하세요 여러분',
    ])
      expect(joinWords(textsOf(splitWords(text)))).toBe(text)
  })
})

describe('words with the times of their tokens', () => {
  const token = (text: string, startSeconds: number, endSeconds: number | null = null) => ({
    ...{ text, startSeconds, endSeconds },
    logProbability: Math.log(0.5),
  })

  it('begin with their first token and end with their last', () => {
    const tokens = [token(' Hel', 0.2, 0.3), token('lo', 0.3, 0.5), token(' you', 0.9, 1)]
    expect(wordsOfTokens('Hello you', tokens, 2)).toMatchObject([
      { text: 'Hello', start: 0.2, end: 0.5, confidence: 0.25 },
      { text: 'you', start: 0.9, end: 1, confidence: 0.5 },
    ])
  })

  it('without known ends last until the next word at most', () => {
    const tokens = [token('one', 0.2), token('two', 0.3)]
    const words = wordsOfTokens('one two', tokens, 2)
    expect(words[0]).toMatchObject({ start: 0.2, end: 0.3 })
    expectOrderly(words, 2)
  })

  it('bear tokens that are not to be found in the text', () => {
    const words = wordsOfTokens('one two', [token('<0xE4>', 0.1), token('two', 0.5)], 2)
    expect(textsOf(words)).toEqual(['one', 'two'])
    expectOrderly(words, 2)
  })

  it('are in order whatever the times are', () => {
    const time = fc.double({ min: -5, max: 30, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(time, fc.option(time))), (times) => {
        const tokens = times.map(([start, end], i) => token(` w${i}`, start, end))
        const text = tokens
          .map((item) => item.text)
          .join('')
          .trim()
        const words = wordsOfTokens(text, tokens, 10)
        expect(textsOf(words).join(' ')).toBe(text)
        expectOrderly(words, 10)
      }),
    )
  })
})

describe('words without times', () => {
  it('share the loud part of the piece by their length', () => {
    const samples = new Float32Array(48_000)
    for (let i = 16_000; i < 32_000; i++) samples[i] = 0.5 * Math.sin(i / 5)
    const words = spreadWords('abc abc', samples, 3)
    expect(words[0]?.start).toBeGreaterThan(0.8)
    expect(words[0]?.end).toBeCloseTo(1.5, 1)
    expect(words[1]?.end).toBeLessThan(2.3)
  })

  it('lie in the piece, however many they are', () => {
    const text = Array.from({ length: 300 }, () => 'word').join(' ')
    const words = spreadWords(text, new Float32Array(16_000), 1)
    expect(words).toHaveLength(300)
    expectOrderly(words, 1)
  })
})

describe("sherpa-onnx's answer", () => {
  it('may hold control characters and halves of characters', () => {
    const result = parseResult('{"text": " one\ntwo \ufffd", "lang": "en", "tokens": []}')
    expect(result).toMatchObject({ text: 'one two', lang: 'en', meanLogProbability: null })
  })

  it('of nothing but punctuation is no text', () => {
    expect(parseResult('{"text": ".", "tokens": ["."], "timestamps": [0.1]}')).toMatchObject({
      text: '',
      tokens: [],
    })
  })
})
