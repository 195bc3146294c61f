import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineFamily } from '../../../../daemon/speech/engines/config.ts'
import type { Engine, Recognition } from '../../../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../../../daemon/speech/engines/load.ts'
import { openSherpa } from '../../../../daemon/speech/engines/sherpa.ts'
import { ensureTestModels } from '../../../support/models.ts'
import { smallParakeet, smallSenseVoice, smallWhisper } from '../../../support/small-models.ts'
import { readWav } from './wav.ts'

const RECORDING = '../shared/audio/jfk.wav'
const train = readWav('test/fixtures/engine/train.wav')
const seconds = train.length / 16_000

let dir: string
const engines: Engine[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe-models-'))
})

afterAll(async () => {
  for (const engine of engines) await engine.close()
  await rm(dir, { recursive: true })
})

async function load(family: EngineFamily, languages: string[], files: Record<string, string>) {
  const engine = await loadEngine({ family, model: `small-${family}`, languages, files })
  engines.push(engine)
  return engine
}

function expectOrderly({ words, text }: Recognition, length = seconds) {
  let before = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(before)
    expect(end).toBeGreaterThan(start)
    before = end
  }
  expect(before).toBeLessThanOrEqual(length)
  expect(words.map((word) => word.text).join('')).toBe(text.replaceAll(' ', ''))
}

describe('Whisper', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await load('whisper', ['en', 'de', 'jv'], await smallWhisper(join(dir, 'whisper')))
  })

  it('is loaded and tells which language it heard', async () => {
    const result = await engine.recognize(train)
    expect(result).toMatchObject({ text: 'Guten Tag', language: 'de', meanLogProbability: null })
    expect(result.words.map(({ confidence }) => confidence)).toEqual([null, null])
    expectOrderly(result)
  })

  it('takes the language that is asked for, by its own name for it', async () => {
    expect((await engine.recognize(train, { language: 'en' })).language).toBe('en')
    expect((await engine.recognize(train, { language: 'jv' })).language).toBe('jv')
    expect((await engine.recognize(train, { language: 'auto' })).language).toBe('de')
  })

  it('does not fall over a language that it does not know', async () => {
    expect((await engine.recognize(train, { language: 'xx' })).language).toBe('de')
  })

  it('gives a canceled piece up at once and does the next one', async () => {
    const canceler = new AbortController()
    const work = engine.recognize(train, { signal: canceler.signal })
    canceler.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
    expect((await engine.recognize(train)).text).toBe('Guten Tag')
  })

  it('bears pieces of any length', async () => {
    for (const length of [0, 1, 800, 29 * 16_000]) {
      const samples = new Float32Array(length).map((_, i) => Math.sin(i))
      expectOrderly(await engine.recognize(samples), length / 16_000)
    }
  })
})

it('Parakeet is loaded; words have the times and probabilities of their tokens', async () => {
  const files = await smallParakeet(join(dir, 'parakeet'))
  const engine = await load('nemo-transducer', ['en', 'de'], files)
  const result = await engine.recognize(train)
  expect(result.text).toBe('Hello there.')
  expect(result.words).toMatchObject([
    { text: 'Hello', start: 0.16, end: 0.32 },
    { text: 'there.', start: 0.4 },
  ])
  expect(result.words[0]?.confidence).toBeGreaterThan(0.9)
  expect(result.meanLogProbability).toBeLessThan(0)
  expect(result.language).toBeNull()
  expectOrderly(result)
})

it('SenseVoice is loaded, tells the language, and its words need no spaces', async () => {
  const files = await smallSenseVoice(join(dir, 'sense-voice'))
  const engine = await load('sense-voice', ['zh', 'en', 'ja', 'ko', 'yue'], files)
  const result = await engine.recognize(train)
  expect(result).toMatchObject({ text: '你好。', language: 'zh' })
  expectOrderly(result)
})

describe('Moonshine through sherpa-onnx', () => {
  it.skipIf(!existsSync(RECORDING))('writes the same text as our own engine', async () => {
    const { files } = await ensureTestModels()
    const config = { family: 'moonshine', model: 'tiny', languages: ['en'], files } as const
    const [own, sherpa] = [await loadEngine(config), await openSherpa(config)]
    engines.push(own, sherpa)
    for (const samples of [train, readWav(RECORDING)]) {
      const result = await sherpa.recognize(samples)
      expect(result.text).toBe((await own.recognize(samples)).text)
      expect(result.language).toBe('en')
      expectOrderly(result, samples.length / 16_000)
    }
  })
})

it('says which file of a model is missing', async () => {
  const { encoder = '' } = await smallWhisper(join(dir, 'incomplete'))
  await expect(load('whisper', ['en'], { encoder })).rejects.toThrow(
    /small-whisper has no file decoder/,
  )
  const gone = { encoder: join(dir, 'gone'), decoder: 'gone', tokens: 'gone' }
  await expect(load('whisper', ['en'], gone)).rejects.toThrow(/ENOENT/)
})
