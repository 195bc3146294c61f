// The promise about word times, kept on speech that was made with known times; and what holds for
// every transcript, whatever was said.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Speech } from '../../../daemon/ports.ts'
import type { Engine } from '../../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../../daemon/speech/engines/load.ts'
import { openVoiceDetector } from '../../../daemon/speech/open-vad.ts'
import type { Segment } from '../../../src/api/types.ts'
import { hear, openSpeech, resolveModel } from '../../support/speech.ts'
import { quantile, type WordErrors, wordErrors } from '../../support/word-times.ts'

const RECORDING = '../shared/audio/jfk.flac'

let engine: Engine
let speech: Speech
let voices: WordErrors[]

beforeAll(async () => {
  const config = await resolveModel()
  engine = await loadEngine(config.engine)
  speech = openSpeech().speech
  voices = await wordErrors(engine, await openVoiceDetector(config.vadModelPath))
}, 60_000)
afterAll(async () => {
  await engine.close()
  await speech.close()
})

describe('the times of words', () => {
  it('begin within 30 ms of the truth in the median, within 70 ms in nine of ten', () => {
    const starts = voices.flatMap((voice) => voice.starts)
    expect(quantile(starts, 0.5)).toBeLessThanOrEqual(0.03)
    expect(quantile(starts, 0.9)).toBeLessThanOrEqual(0.07)
  })

  it('end within 40 ms of the truth in the median, within 100 ms in nine of ten', () => {
    const ends = voices.flatMap((voice) => voice.ends)
    expect(quantile(ends, 0.5)).toBeLessThanOrEqual(0.04)
    expect(quantile(ends, 0.9)).toBeLessThanOrEqual(0.1)
  })

  it('were measured on nine of ten words that were said', () => {
    const known = voices.reduce((sum, voice) => sum + voice.known, 0)
    const found = voices.reduce((sum, voice) => sum + voice.starts.length, 0)
    expect(found / known).toBeGreaterThan(0.9)
  })
})

function expectOrderly(segments: Segment[], durationSeconds: number): void {
  let segmentEnd = 0
  let wordEnd = 0
  for (const { start, end, text, words } of segments) {
    expect(start).toBeGreaterThanOrEqual(segmentEnd)
    expect(end).toBeGreaterThan(start)
    expect(words?.map((word) => word.text).join(' ')).toBe(text)
    for (const word of words ?? []) {
      expect(word.start).toBeGreaterThanOrEqual(Math.max(start, wordEnd))
      expect(word.end).toBeGreaterThan(word.start)
      expect(word.end).toBeLessThanOrEqual(end)
      expect(word.confidence).toBeGreaterThan(0)
      expect(word.confidence).toBeLessThanOrEqual(1)
      wordEnd = word.end
    }
    segmentEnd = end
  }
  expect(segmentEnd).toBeLessThanOrEqual(durationSeconds)
}

describe('words lie in their segment, in order, without overlap, and spell its text', () => {
  it.each(['../words/slt.opus', '../../../samples/welcome.mp3'])('in %s', async (file) => {
    const { segments, duration_seconds } = await hear(speech, file)
    expect(segments.length).toBeGreaterThan(1)
    expectOrderly(segments, duration_seconds)
  })

  it.skipIf(!existsSync(RECORDING))('in a real recording', async () => {
    const { segments, duration_seconds } = await hear(speech, `${process.cwd()}/${RECORDING}`)
    expectOrderly(segments, duration_seconds)
  })
})
