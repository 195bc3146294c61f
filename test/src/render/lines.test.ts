import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../src/render/lines.ts'
import { labelOf, tokensOf } from '../../../src/render/tokens.ts'

const lines = (text: string, maxLine: number) => linesOf(tokensOf(text, maxLine), maxLine)

describe('lines', () => {
  it('are one where the text fits', () => {
    expect(lines('Nothing to do here.', 19)).toEqual(['Nothing to do here.'])
  })

  it('are balanced, the longer one below', () => {
    expect(lines('aaaa bbbb cccc dddd eeee', 20)).toEqual(['aaaa bbbb', 'cccc dddd eeee'])
  })

  it('end where a sentence or a clause does', () => {
    expect(lines('No, I did not. The other man took it away.', 30)).toEqual([
      'No, I did not.',
      'The other man took it away.',
    ])
    expect(lines('When we came home, it was already dark.', 30)).toEqual([
      'When we came home,',
      'it was already dark.',
    ])
  })

  it('begin with the small word that opens a phrase', () => {
    expect(lines('They were waiting outside for the last train', 32)).toEqual([
      'They were waiting outside',
      'for the last train',
    ])
  })

  it('do not end after an abbreviation or an article', () => {
    expect(lines('We had asked for the famous Dr. Smith again', 30)).not.toContainEqual(
      expect.stringMatching(/(the|Dr\.)$/),
    )
  })

  it('are as few as possible, however many', () => {
    const text = Array.from({ length: 40 }, (_, index) => `w${index % 10}`).join(' ')
    const broken = lines(text, 29)
    expect(broken).toHaveLength(4)
    expect(new Set(broken.map(({ length }) => length))).toEqual(new Set([29]))
  })

  it('keep a name together, and with what is said', () => {
    const tokens = [...labelOf('Speaker 1:', 20), ...tokensOf('And then we all left.', 20)]
    const second = tokens[1]
    if (second !== undefined) second.glue = ' '
    expect(linesOf(tokens, 20)).toEqual(['Speaker 1: And', 'then we all left.'])
  })

  it('of Japanese do not begin with a particle', () => {
    for (const line of lines('新しい図書館の前で友達と会って公園に行きました。', 14)) {
      expect(line).not.toMatch(/^[のでとに]/)
    }
  })
})
