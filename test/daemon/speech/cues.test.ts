// Cues are judged by what a reader sees: where they end, how long they are, that nothing is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCueBuilder,
  MAX_CUE_CHARACTERS,
  MAX_CUE_SECONDS,
  MIN_CUE_SECONDS,
} from '../../../daemon/speech/cues.ts'
import type { Segment, Word } from '../../../src/api/types.ts'

const PACE_SECONDS = 0.3

/** Words at an even pace; `/` is a pause of one second. */
function say(text: string, startSeconds = 0): Word[] {
  let time = startSeconds
  return text.split(' ').flatMap((token) => {
    if (token === '/') {
      time += 1
      return []
    }
    const start = time
    time += PACE_SECONDS
    return [{ start, end: time - 0.02, text: token, confidence: 0.9, speaker: null }]
  })
}

/** The cues of words that came in several helpings. */
function cuesOf(...helpings: Word[][]): Segment[] {
  const cues = createCueBuilder()
  const complete = helpings.flatMap((words) => cues.push(words, 'en'))
  const last = helpings.flat().at(-1)?.end ?? 0
  return [...complete, ...cues.end(last + 5)]
}

function texts(...helpings: Word[][]): string[] {
  return cuesOf(...helpings).map((cue) => cue.text)
}

describe('cues', () => {
  it('end with the sentence', () => {
    const spoken = 'The train was late again today. Nobody on the platform was surprised.'
    expect(texts(say(spoken))).toEqual([
      'The train was late again today.',
      'Nobody on the platform was surprised.',
    ])
  })

  it('end at a pause when there is no punctuation', () => {
    expect(texts(say('we should begin with the kitchen / and then look at the garden'))).toEqual([
      'we should begin with the kitchen',
      'and then look at the garden',
    ])
  })

  it('end at a clause when a sentence is too long', () => {
    const spoken =
      'When the rain finally stopped in the early evening, the children ran out into the wet garden behind the house.'
    expect(texts(say(spoken))[0]).toBe('When the rain finally stopped in the early evening,')
  })

  it('end before a word that begins a phrase', () => {
    const spoken =
      'Today we talk about the weather in the coming weeks and about what should be done in the garden.'
    expect(texts(say(spoken))).toEqual([
      'Today we talk about the weather in the coming weeks',
      'and about what should be done in the garden.',
    ])
  })

  it('keep a very short sentence together with the next', () => {
    expect(texts(say('Yes. I think that we should go.'))).toEqual([
      'Yes. I think that we should go.',
    ])
  })

  it('leave no orphan word behind', () => {
    const spoken =
      'this is a sentence with a good many words which runs on and on until it does not fit into one cue anymore'
    for (const cue of texts(say(spoken))) expect(cue.split(' ').length).toBeGreaterThan(2)
  })

  it('do not end after a word that leans on the next', () => {
    const spoken =
      'everything that we have found in the archive so far has come from the collection of the university library'
    const [first = ''] = texts(say(spoken))
    expect(first).not.toMatch(/ (the|of|in|from|has)$/)
  })

  it.each([
    'Yesterday Mr. Smith met Dr. Jones at home.',
    'They moved to the U.S. Senate in May.',
    'It grew by 3.5 percent last year.',
    'We sell pens, paper, etc. in this shop.',
  ])('see no sentence end in an abbreviation: %s', (spoken) => {
    expect(texts(say(spoken))).toEqual([spoken])
  })

  it('go on over the border between two pieces', () => {
    const first = say('and so we came at last to the')
    const second = say('river.', first.at(-1)?.end)
    expect(texts(first, second)).toEqual(['and so we came at last to the river.'])
  })

  it('come out as soon as they cannot change any more', () => {
    const cues = createCueBuilder()
    expect(cues.push(say('The train was late again today.'), 'en')).toEqual([])
    const [complete] = cues.push(say('Nobody on the platform was surprised.', 4), 'en')
    expect(complete?.text).toBe('The train was late again today.')
  })

  it('hold one speaker only', () => {
    const [asks, answers] = ['Speaker 1', 'Speaker 2']
    const words = say('Really? Yes of course it is').map((word, index) => {
      return { ...word, speaker: index === 0 ? asks : answers }
    })
    expect(cuesOf(words).map(({ speaker, text }) => [speaker, text])).toEqual([
      [asks, 'Really?'],
      [answers, 'Yes of course it is'],
    ])
  })

  it('are shown long enough to be read, where the next cue leaves room', () => {
    const [cue] = cuesOf(say('Stop.'))
    expect(cue?.end).toBe(MIN_CUE_SECONDS)
  })

  const helpings = fc
    .array(
      fc.array(
        fc.record({
          text: fc.stringMatching(/^[A-Za-z]{1,14}[.,?]?$/),
          pause: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true })),
          length: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
        }),
        { maxLength: 60 },
      ),
      { maxLength: 4 },
    )
    .map((pieces) => {
      let time = 0
      return pieces.map((piece) =>
        piece.map(({ text, pause, length }): Word => {
          const start = time + pause
          time = start + length
          return { start, end: time, text, confidence: 0.5, speaker: null }
        }),
      )
    })

  it('hold every word once and in order, and their text is the words', () => {
    fc.assert(
      fc.property(helpings, (input) => {
        const cues = cuesOf(...input)
        expect(cues.flatMap((cue) => cue.words ?? [])).toEqual(input.flat())
        for (const cue of cues) {
          expect(cue.text).toBe(cue.words?.map((word) => word.text).join(' '))
        }
      }),
    )
  })

  it('follow each other without overlap and end after they begin', () => {
    fc.assert(
      fc.property(helpings, (input) => {
        let floor = 0
        for (const cue of cuesOf(...input)) {
          expect(cue.start).toBeGreaterThanOrEqual(floor - 0.001)
          expect(cue.end).toBeGreaterThan(cue.start)
          floor = cue.end
        }
      }),
    )
  })

  it('are never too long to read, but for a single word', () => {
    fc.assert(
      fc.property(helpings, (input) => {
        for (const cue of cuesOf(...input)) {
          if ((cue.words?.length ?? 0) < 2) continue
          expect(cue.text.length).toBeLessThanOrEqual(MAX_CUE_CHARACTERS)
          expect(cue.end - cue.start).toBeLessThanOrEqual(MAX_CUE_SECONDS + 0.001)
        }
      }),
    )
  })
})
