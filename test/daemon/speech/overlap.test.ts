// Two pieces that overlap heard the same words twice; what is joined must hold each once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinOverlap } from '../../../daemon/speech/overlap.ts'
import type { Word } from '../../../src/api/types.ts'

const PACE_SECONDS = 0.4

/** Words at an even pace from a time on. */
function say(text: string, startSeconds: number, confidence: number | null = 0.9): Word[] {
  return text.split(' ').map((word, index) => {
    const start = startSeconds + index * PACE_SECONDS
    return { start, end: start + 0.3, text: word, confidence, speaker: null }
  })
}

function joined(before: Word[], after: Word[], middleSeconds: number): string {
  const [first, second] = joinOverlap(before, after, middleSeconds)
  return [...first, ...second].map(({ text }) => text).join(' ')
}

describe('the words of two pieces that overlap', () => {
  it('meet at a word that both heard', () => {
    const before = say('keep it for a week while she eloped', 10)
    const after = say('Eat for a week while she looked for him', 10.4)
    expect(joined(before, after, 11.7)).toBe('keep it for a week while she looked for him')
  })

  it('keep the punctuation and the small letter that the middle of a piece has', () => {
    const before = say('we laughed at home and the dog.', 10)
    const after = say('Home, and the dog slept.', 11.2)
    expect(joined(before, after, 11.9)).toBe('we laughed at home and the dog slept.')
  })

  it('are told apart by their times where they agree on none', () => {
    expect(joined(say('one two three', 10), say('four five six', 10), 10.5)).toBe('one five six')
  })

  it('keep the surer one of a word that was heard in two ways', () => {
    const unsure = say('a hat', 10, 0.3)
    const [the, cat] = [...say('the', 9.6), ...say('cat', 10.48, 0.8)]
    expect(
      joined(
        unsure,
        [the, cat].flatMap((w) => w ?? []),
        10.6,
      ),
    ).toBe('a cat')
  })

  it('keep what only one of them heard, on either side of the middle', () => {
    const before = say('there were three thousand four', 10)
    expect(joined(before, say('in 2024', 12.4), 10.9)).toBe(
      'there were three thousand four in 2024',
    )
    const after = say('hundred and two people', 10.8)
    expect(joined(say('there were', 10), after, 12)).toBe('there were hundred and two people')
  })

  it('keep a long word that a short one is heard beside', () => {
    const [number, next] = say('$1,299.99 today', 10.6, 0.2)
    const after = [
      { ...number, end: 13 },
      { ...next, start: 13, end: 13.4 },
    ] as Word[]
    expect(joined(say('one thousand', 10.2), after, 10.95)).toBe('one thousand $1,299.99 today')
  })

  it('are taken as they come when one piece heard nothing there', () => {
    expect(joined([], say('one two', 10), 9)).toBe('one two')
    expect(joined(say('one two', 10), [], 12)).toBe('one two')
  })

  // A small vocabulary, so that words are repeated, and times as different as engines' are.
  const spoken = fc.array(fc.constantFrom('no', 'very', 'the', 'a', '了', '3'), {
    minLength: 8,
    maxLength: 24,
  })
  const jitter = fc.array(fc.double({ min: -0.06, max: 0.06, noNaN: true }), {
    minLength: 48,
    maxLength: 48,
  })

  it('hold every word once and in order, however often it is repeated', () => {
    fc.assert(
      fc.property(spoken, jitter, fc.nat(), (texts, shifts, at) => {
        const words = say(texts.join(' '), 100)
        const heard = words.map((word, index) => moved(word, shifts[index] ?? 0))
        const again = words.map((word, index) => moved(word, shifts[24 + index] ?? 0))
        const from = at % (texts.length - 4)
        const middleSeconds = ((words[from]?.start ?? 0) + (words[from + 3]?.end ?? 0)) / 2
        expect(joined(heard.slice(0, from + 4), again.slice(from), middleSeconds)).toBe(
          texts.join(' '),
        )
      }),
    )
  })
})

function moved(word: Word, seconds: number): Word {
  return { ...word, start: word.start + seconds, end: word.end + seconds }
}
