import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitOf, unitsOf } from '../../../src/eval/normalise.ts'

const words = (text: string) => unitsOf(text, 'words')

describe('words that are compared', () => {
  it.each([
    ['capitals and punctuation', 'Ask not, WHAT — your “Country”!', 'ask not what your country'],
    [
      'an apostrophe inside a word',
      "Don't say it's the dogs' 'home'",
      "don't say it's the dogs home",
    ],
    ['any form of the apostrophe', 'don’t donʼt don＇t', "don't don't don't"],
    ['forms of the same character', 'ﬁne Ｆｕｌｌ cafe\u0301', 'fine full café'],
    [
      'numbers as they are written',
      '3.5 or 1,000 at 10:30, not ten',
      '3.5 or 1000 at 10:30 not ten',
    ],
    ['a hyphen as a space', 'twenty-two well-known', 'twenty two well known'],
    ['characters that take no room', 'co\u00adoperate می\u200cخواهم', 'cooperate میخواهم'],
    ['signs of any script', '¿Qué? «oui» 你好。', 'qué oui 你好'],
    ['marks that belong to letters', 'नमस्कार और', 'नमस्कार और'],
    ['symbols', '50 % of $20 & more', '50 of 20 more'],
  ])('%s', (_, text, expected) => {
    expect(words(text)).toEqual(expected.split(' '))
  })

  it('are none where there is nothing but signs', () => {
    expect(words(" … '—' ' ")).toEqual([])
  })

  it('stay what they are when they are normalised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(words(words(text).join(' '))).toEqual(words(text))
      }),
    )
  })
})

describe('languages without spaces', () => {
  it.each(['zh', 'zh-TW', 'ja', 'th', 'yue', 'JA_jp'])(
    '%s is compared by characters',
    (language) => {
      expect(unitOf(language, 'Hello')).toBe('characters')
    },
  )

  it.each(['en', 'ko', 'vi', 'de-AT'])('%s is compared by words', (language) => {
    expect(unitOf(language, '你好世界')).toBe('words')
  })

  it.each([
    ['你好，世界', 'characters'],
    ['これは WHO の報告です', 'characters'],
    ['สวัสดีครับ', 'characters'],
    ['The word 你好 means hello', 'words'],
    ['안녕하세요 여러분', 'words'],
    ['25', 'words'],
    ['', 'words'],
  ])('are known by the letters of %j where nobody names the language', (text, unit) => {
    expect(unitOf(null, text)).toBe(unit)
    expect(unitOf('auto', text)).toBe(unit)
  })

  it('count characters beyond 16 bits once, and no spaces', () => {
    expect(unitsOf('你好， 𠮷野。', 'characters')).toEqual(['你', '好', '𠮷', '野'])
  })
})
