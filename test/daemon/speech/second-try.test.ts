import { describe, expect, it } from 'vitest'
import type { Recognition } from '../../../daemon/speech/engines/engine.ts'
import { goesInCircles, recognizeSurely } from '../../../daemon/speech/second-try.ts'

const RATE = 16_000

/** Ten seconds of sound with a quiet place at 6 s. */
const samples = Float32Array.from({ length: 10 * RATE }, (_, n) =>
  Math.abs(n / RATE - 6) < 0.02 ? 0 : Math.sin(n / 5),
)

function heard(text: string, meanLogProbability: number | null, language = 'en'): Recognition {
  const words = text.split(' ').filter((word) => word !== '')
  return {
    text,
    words: words.map((word, i) => ({
      start: i,
      end: i + 0.5,
      text: word,
      confidence: 0.5,
      speaker: null,
    })),
    meanLogProbability,
    language,
  }
}

/** An engine that gives these answers, one after the other; `lengths` are what it was asked. */
function engineOf(...answers: Recognition[]) {
  const lengths: number[] = []
  return {
    lengths,
    async recognize(piece: Float32Array): Promise<Recognition> {
      lengths.push(piece.length / RATE)
      return answers[lengths.length - 1] ?? heard('', null)
    },
  }
}

describe('a second try', () => {
  it('takes two halves, cut where it is quiet, when they are surer', async () => {
    const engine = engineOf(heard('no idea', -0.9), heard('we know', -0.3), heard('it now', -0.5))
    const result = await recognizeSurely(engine, samples, {})
    expect(result).toMatchObject({ text: 'we know it now', meanLogProbability: -0.4 })
    expect(engine.lengths[1]).toBeCloseTo(6, 1)
    const times = result.words.map(({ start }) => Math.round(start))
    expect(times).toEqual([0, 1, 6, 7])
  })

  it.each<[string, Recognition[]]>([
    ['are no surer', [heard('a b', -0.9), heard('a', -0.8), heard('b c d', -1)]],
    ['leave a half empty', [heard('a b', -0.9), heard('a', -0.1), heard('', null)]],
    ['differ in language', [heard('a b', -0.9), heard('a', -0.1), heard('b', -0.1, 'de')]],
  ])('keeps the whole when the halves %s', async (_, answers) => {
    expect(await recognizeSurely(engineOf(...answers), samples, {})).toBe(answers[0])
  })

  const circles = 'it was laid in stone. It was laid in stone, and it was laid in stone'

  it.each([-0.1, null])(
    'takes the halves where the whole goes round in circles (%d)',
    async (p) => {
      const engine = engineOf(
        heard(circles, p),
        heard('it was', p && -0.4),
        heard('laid', p && -0.4),
      )
      expect((await recognizeSurely(engine, samples, {})).text).toBe('it was laid')
    },
  )

  it.each([
    ['', heard('a b', -0.9)],
    [', too', heard(circles, -0.9)],
  ])('keeps the whole where the halves go round in circles%s', async (_, whole) => {
    const [first, second] = [heard('it was laid in', -0.1), heard(circles, -0.1)]
    expect(await recognizeSurely(engineOf(whole, first, second), samples, {})).toBe(whole)
  })

  it.each<[string, Recognition, Float32Array]>([
    ['is clear', heard('a b', -0.3), samples],
    ['is short', heard('a b', -0.9), samples.subarray(0, 5 * RATE)],
    ['comes from an engine that does not tell', heard('a b', null), samples],
  ])('is not made where the text %s', async (_, answer, piece) => {
    const engine = engineOf(answer)
    expect(await recognizeSurely(engine, piece, {})).toBe(answer)
    expect(engine.lengths).toHaveLength(1)
  })
})

it.each<[boolean, string]>([
  [true, 'The first stone was laid, and the first stone was laid. The first stone was laid'],
  [false, 'The first stone was laid, and the first stone was laid.'],
  [false, 'no no no no no I say no no'],
  [false, ''],
])('going round in circles is %s of: %s', (circles, text) => {
  expect(goesInCircles(text)).toBe(circles)
})
