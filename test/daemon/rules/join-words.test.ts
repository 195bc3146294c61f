import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinWords } from '../../../daemon/rules/join-words.ts'
import { splitWords } from '../../../daemon/speech/engines/spacing.ts'

describe('joining words', () => {
  it.each<[string[], string]>([
    [['So,', 'what?'], 'So, what?'],
    [['It', 'costs', '$1,299.99.'], 'It costs $1,299.99.'],
    [['今天', '天气', '很好。', '我们', '走吧'], '今天天气很好。我们走吧'],
    [['きょう', 'は', '「', 'いい', '」', '日'], 'きょうは「いい」日'],
    [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    [['我', '用', 'GPU', '训练'], '我用 GPU 训练'],
    [['2024', '年'], '2024 年'],
    [['안녕', '하세요'], '안녕 하세요'],
    [['one'], 'one'],
    [[], ''],
  ])('puts a space between two, except where their script has none: %j', (words, text) => {
    expect(joinWords(words)).toBe(text)
  })

  const word = fc.constantFrom(
    ...['so,', 'it’s', '3.5', '$12', 'U.S.', '"Yes,"', '(no)', '-'],
    ...['今天', '天气。', '「はい」', 'きょう', 'สวัสดี', '안녕', 'да!'],
  )

  it('loses no character and adds nothing but single spaces', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = joinWords(words)
        expect(text.replaceAll(' ', '')).toBe(words.join(''))
        expect(text).not.toMatch(/^ | {2}| $/)
      }),
    )
  })

  it('gives back the text of words that a text was split into', () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = joinWords(words)
        expect(joinWords(splitWords(text).map((span) => span.text))).toBe(text)
      }),
    )
  })
})
