import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, Recognition } from '../../../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../../../daemon/speech/engines/load.ts'
import { ensureTestModels } from '../../../support/models.ts'
import { joined, readWav } from './wav.ts'

const RECORDING = '../shared/audio/jfk.wav'
const TRAIN = 'The train to Boston leaves at seven.'

let engine: Engine
let train: Float32Array

beforeAll(async () => {
  engine = await load((await ensureTestModels()).files)
  train = readWav('test/fixtures/engine/train.wav')
})

afterAll(() => engine.close())

const load = (files: Record<string, string>) =>
  loadEngine({ family: 'moonshine', model: 'moonshine-tiny-en', languages: ['en'], files })

const plain = (text: string) => text.toLowerCase().replace(/[^a-z ]/g, '')
const sound = (seconds: number, at: (i: number) => number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, i) => at(i))
/** Pseudo-random between -1 and 1, the same in every run. */
const noise = (i: number) => 2 * ((Math.sin(i * 12.9898) * 43_758.5453) % 1)

function expectOrderly({ words, text }: Recognition, seconds: number) {
  let before = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(end).toBeGreaterThan(start)
    before = end
  }
  expect(before).toBeLessThanOrEqual(seconds)
  expect(words.map((word) => word.text).join(' ')).toBe(text)
}

describe('speech', () => {
  it.skipIf(!existsSync(RECORDING))('of a real recording comes out word for word', async () => {
    const samples = readWav(RECORDING)
    const result = await engine.recognize(samples)
    expect(plain(result.text)).toBe(
      'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    )
    expect(result.words).toHaveLength(22)
    expectOrderly(result, samples.length / 16_000)
  })

  it('comes out with punctuation, as words inside the piece, in English', async () => {
    const result = await engine.recognize(train)
    expect(result.text).toBe(TRAIN)
    expect(result.language).toBe('en')
    expectOrderly(result, train.length / 16_000)
  })

  it('has a confidence a word and a mean probability for the piece', async () => {
    const { words, meanLogProbability } = await engine.recognize(train)
    for (const { confidence } of words) {
      expect(confidence).toBeGreaterThan(0.5)
      expect(confidence).toBeLessThanOrEqual(1)
    }
    expect(meanLogProbability).toBeGreaterThan(-0.3)
    expect(meanLogProbability).toBeLessThan(0)
  })

  it('has times that move with the sound', async () => {
    const early = await engine.recognize(joined(0.5, train, 3))
    const late = await engine.recognize(joined(2.5, train, 1))
    expect(late.text).toBe(early.text)
    for (const [i, word] of early.words.entries()) {
      expect(Math.abs((late.words[i]?.start ?? 0) - word.start - 2)).toBeLessThan(0.12)
      expect(Math.abs((late.words[i]?.end ?? 0) - word.end - 2)).toBeLessThan(0.12)
    }
  })

  it('leaves the pause between two sentences free of words', async () => {
    const seconds = train.length / 16_000
    const { words } = await engine.recognize(joined(train, 1.5, train))
    const inPause = words.filter(({ start, end }) => end > seconds + 0.1 && start < seconds + 1.4)
    expect(words).toHaveLength(14)
    expect(inPause).toEqual([])
  })

  it('longer than the model bears is recognised in parts, with nothing lost', async () => {
    const samples = joined(...Array.from({ length: 12 }, () => [train, 0.6]).flat())
    const result = await engine.recognize(samples)
    expect(samples.length / 16_000).toBeGreaterThan(32)
    expect(plain(result.text)).toBe(Array.from({ length: 12 }, () => plain(TRAIN)).join(' '))
    expectOrderly(result, samples.length / 16_000)
  })

  it('cut down to a moment is no error and stays within that moment', async () => {
    for (const samples of [new Float32Array(0), train.subarray(0, 1), train.subarray(4_800, 8_000)])
      expectOrderly(await engine.recognize(samples), samples.length / 16_000)
  })
})

describe('sound without speech gives no text', () => {
  it.each([
    ['silence', () => 0],
    ['faint noise', (i: number) => 0.01 * noise(i)],
    ['loud noise', (i: number) => 0.9 * noise(i)],
    ['mains hum', (i: number) => 0.5 * Math.sin((2 * Math.PI * 50 * i) / 16_000)],
    ['a tone', (i: number) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / 16_000)],
  ])('%s', async (_, at) => {
    for (const seconds of [0.3, 3, 14]) {
      const result = await engine.recognize(sound(seconds, at))
      expect(result).toMatchObject({ text: '', words: [], meanLogProbability: null })
    }
  })
})

describe('while it works', () => {
  it('a cancel ends it at the next token with the reason of the signal', async () => {
    const samples = joined(train, 0.3, train, 0.3, train, 0.3, train)
    const controller = new AbortController()
    const work = engine.recognize(samples, { signal: controller.signal })
    let aborted = 0
    setTimeout(() => {
      aborted = performance.now()
      controller.abort(new Error('enough'))
    }, 20)
    await expect(work).rejects.toThrow('enough')
    expect(performance.now() - aborted).toBeLessThan(500)
  })

  it('nothing is begun for a signal that is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('no'))
    await expect(engine.recognize(train, { signal })).rejects.toThrow('no')
  })

  it('other work of the thread gets its turn between the tokens', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await engine.recognize(joined(train, 0.3, train, 0.3, train))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(15)
  })

  it('two pieces at once do not disturb each other', async () => {
    const other = joined(0.4, train, 0.3, train)
    const alone = [await engine.recognize(train), await engine.recognize(other)]
    expect(await Promise.all([engine.recognize(train), engine.recognize(other)])).toEqual(alone)
  })

  it('memory does not grow with the number of pieces and of their lengths', async () => {
    const recognizeMany = async (count: number, shift: number) => {
      for (let i = 0; i < count; i++)
        await engine.recognize(train.subarray(0, 16_000 + 97 * i + shift))
    }
    await recognizeMany(60, 0)
    const before = process.memoryUsage().rss
    await recognizeMany(150, 31)
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(20)
  }, 120_000)
})

it('says which model file is missing', async () => {
  const { step: _, ...files } = (await ensureTestModels()).files
  await expect(load(files)).rejects.toThrow(/file step/)
})
