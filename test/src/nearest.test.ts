import { describe, expect, it } from 'vitest'
import { nearestHint, nearestOf } from '../../src/nearest.ts'

const NAMES = ['transcribe', 'list', 'language', 'log_level']

describe('nearestOf', () => {
  it.each([
    ['transcirbe', 'transcribe'],
    ['trascribe', 'transcribe'],
    ['lst', 'list'],
    ['lang', 'language'],
    ['LIST', 'list'],
    ['loglevel', 'log_level'],
  ])('%s was meant to be %s', (word, expected) => {
    expect(nearestOf(word, NAMES)).toBe(expected)
  })

  it.each(['', 'x', 'daemon', 'l'])('"%s" is near to nothing', (word) => {
    expect(nearestOf(word, NAMES)).toBeUndefined()
  })
})

describe('nearestHint', () => {
  it('names what was meant, else what there is, else nothing', () => {
    expect(nearestHint('lst', NAMES)).toBe(' (did you mean list?)')
    expect(nearestHint('daemon', ['list', 'get'])).toBe(' (there are list, get)')
    expect(nearestHint('daemon', [])).toBe('')
  })
})
