import { describe, expect, it } from 'vitest'
import { padTo, truncateMiddle, widthOf } from '../../../src/ui/width.ts'

describe('widthOf', () => {
  it.each([
    ['talk.mp3', 8],
    ['Größe', 5],
    ['Größe'.normalize('NFD'), 5],
    ['会議の録音', 10],
    ['한글', 4],
    ['한글'.normalize('NFD'), 4],
    ['ﾊﾝｶｸ', 4],
    ['العربية', 7],
    ['😀', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['', 0],
  ])('%s takes as many columns as a terminal gives it', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })
})

describe('padTo', () => {
  it('fills up by columns, not by characters', () => {
    expect(padTo('会議', 6)).toBe('会議  ')
    expect(padTo('long', 2)).toBe('long')
  })
})

describe('truncateMiddle', () => {
  it('leaves out the middle of what is too long', () => {
    expect(truncateMiddle('a very long name of a talk.mp3', 11)).toBe('a ver…k.mp3')
    expect(truncateMiddle('talk.mp3', 8)).toBe('talk.mp3')
  })

  it('never cuts a letter in two, nor takes more room than there is', () => {
    expect(truncateMiddle('会議の録音', 6)).toBe('会…音')
    expect(truncateMiddle('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 5)).toBe('👨‍👩‍👧‍👦…👨‍👩‍👧‍👦')
    for (let columns = 0; columns < 12; columns += 1) {
      const shown = truncateMiddle('会議 e\u0301ö😀abc', columns)
      expect(widthOf(shown)).toBeLessThanOrEqual(columns)
    }
  })
})
