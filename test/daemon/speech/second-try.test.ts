import { describe, expect, it } from 'vitest'
import type { Recognition } from '../../../daemon/speech/engines/engine.ts'
import { recognizeSurely } from '../../../daemon/speech/second-try.ts'

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
