import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNamedCueBuilder } from '../../../../daemon/speech/speakers/named-cues.ts'
import { nameSpeakers } from '../../../../daemon/speech/speakers/names.ts'
import type { Word } from '../../../../src/api/types.ts'

/** Words of 0.4 s without pauses between them; `/` is a pause of 0.4 s. */
function say(text: string): Word[] {
  return text.split(' ').flatMap((token, index) => {
    if (token === '/') return []
    const start = index * 0.4
    return [{ start, end: start + 0.4, text: token, confidence: 0.9, speaker: null }]
  })
}

function speakersOf(words: Word[], turns: [start: number, end: number, voice: number][]) {
  const named = nameSpeakers(
    words,
    turns.map(([start, end, voice]) => ({ start, end, voice })),
  )
  return named.map(({ speaker }) => speaker?.replace('Speaker ', '')).join('')
}

describe('the names of speakers', () => {
  it('go by the order in which they first speak', () => {
    expect(
      speakersOf(say('a b / c d / e f'), [
        [0, 0.8, 7],
        [1.2, 2, 3],
        [2.4, 3.2, 7],
      ]),
    ).toBe('112211')
  })

  it('leave no number out for a voice that says no word', () => {
    expect(
      speakersOf(say('a b / c d'), [
        [0, 0.8, 0],
        [0.81, 1.19, 1],
        [1.2, 2, 2],
      ]),
    ).toBe('1122')
  })

  it('change between two words, at the nearer joint when one is being said', () => {
    expect(
      speakersOf(say('a b c d'), [
        [0, 0.9, 0],
        [0.9, 1.6, 1],
      ]),
    ).toBe('1122')
    expect(
      speakersOf(say('a b c d'), [
        [0, 1.1, 0],
        [1.1, 1.6, 1],
      ]),
    ).toBe('1112')
  })

  it('rather change at a pause or the end of a sentence nearby', () => {
    expect(
      speakersOf(say('a b / c d'), [
        [0, 1.5, 0],
        [1.5, 2, 1],
      ]),
    ).toBe('1122')
    expect(
      speakersOf(say('we go. You stay here'), [
        [0, 1, 0],
        [1, 2, 1],
      ]),
    ).toBe('11222')
  })

  it('are all Speaker 1 where nobody could be told apart', () => {
    expect(speakersOf(say('a b c'), [])).toBe('111')
  })

  it('are on every word, whatever is heard', () => {
    const time = fc.double({ min: 0, max: 20, noNaN: true })
    const heard = fc.array(fc.tuple(time, fc.nat(3))).map((starts) => {
      const sorted = starts.sort(([a], [b]) => a - b)
      return sorted.map(([start, voice], index) => {
        return { start, end: sorted[index + 1]?.[0] ?? start + 1, voice }
      })
    })
    const words = fc.array(fc.tuple(time, fc.constantFrom('so', 'yes.', 'the'))).map((list) => {
      const sorted = list.sort(([a], [b]) => a - b)
      return sorted.map(([start, text], index): Word => {
        const end = sorted[index + 1]?.[0] ?? start + 0.4
        return { start, end, text, confidence: 0.9, speaker: null }
      })
    })
    fc.assert(
      fc.property(words, heard, (list, turns) => {
        const named = nameSpeakers(list, turns)
        expect(named.map((word) => ({ ...word, speaker: null }))).toEqual(list)
        const names = [...new Set(named.map(({ speaker }) => speaker))]
        expect(names).toEqual(names.map((_, index) => `Speaker ${index + 1}`))
      }),
    )
  })
})

describe('cues of named speakers', () => {
  it('come at the end, each of one speaker and with the names on its words', () => {
    const cues = createNamedCueBuilder()
    expect(cues.push(say('are you sure I am'), 'en')).toEqual([])
    cues.turns = [
      { start: 0, end: 1.2, voice: 0 },
      { start: 1.2, end: 2, voice: 1 },
    ]
    const named = cues.end(5).map(({ speaker, text, words }) => {
      return { speaker, text, words: words?.map((word) => word.speaker) }
    })
    expect(named).toEqual([
      { speaker: 'Speaker 1', text: 'are you sure', words: Array(3).fill('Speaker 1') },
      { speaker: 'Speaker 2', text: 'I am', words: Array(2).fill('Speaker 2') },
    ])
  })
})
