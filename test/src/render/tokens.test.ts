import { describe, expect, it } from 'vitest'
import { charactersIn } from '../../../src/render/characters.ts'
import { oneLine, textOf, tokensOf } from '../../../src/render/tokens.ts'

const texts = (text: string, maxWidth = 100) => tokensOf(text, maxWidth).map(({ text }) => text)

describe('characters', () => {
  it.each([
    ['naïve', 5],
    ['nai\u0308ve', 5],
    ['👩‍👩‍👧‍👦👍🏽', 2],
    ['東京', 2],
    ['안녕', 2],
    ['สวัสดี', 4],
    ['', 0],
  ])('%j has %i', (text, count) => {
    expect(charactersIn(text)).toBe(count)
  })
})

describe('tokens', () => {
  it('are words with their punctuation', () => {
    expect(texts('“Well,” she said — at 3.5 km/h.')).toEqual([
      ...['“Well,”', 'she', 'said', '—', 'at', '3.5', 'km/h.'],
    ])
  })

  it('keep together what a no-break space joins', () => {
    expect(texts('10\u00a0km away')).toEqual(['10\u00a0km', 'away'])
  })

  it('are found in scripts that write without spaces, brackets and stops at their words', () => {
    expect(texts('東京に行った。「図書館」で')).toEqual(
      expect.arrayContaining(['東京', '「図書館」', 'で']),
    )
    expect(texts('東京に行った。').at(-1)).toMatch(/.。$/)
    expect(texts('สวัสดีครับ').length).toBe(2)
  })

  it('cut a word evenly that is longer than a line, at characters', () => {
    expect(texts('abcdefghij', 4)).toEqual(['abc', 'defg', 'hij'])
    expect(texts('👍🏽👍🏽👍🏽', 2)).toEqual(['👍🏽👍🏽', '👍🏽'])
  })

  it('give the text back with the spaces that it had', () => {
    const text = 'One  two 東京に three'
    expect(textOf(tokensOf(text, 100))).toBe(text)
    expect(tokensOf('', 100)).toEqual([])
  })
})

describe('oneLine', () => {
  it('has no line ends, tabs and control characters', () => {
    expect(oneLine(' a\r\n b\u2028c\td\u0000\u001b[1m ')).toBe('a b c d[1m')
  })
})
