// The loading, the windows and the linking are real; the models are small stand-ins.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNeuralSpeakers } from '../../../../daemon/speech/speakers/neural.ts'
import { openSpeakers } from '../../../../daemon/speech/speakers/open.ts'
import type { SpeakerModelFiles } from '../../../../daemon/speech/speakers/speakers.ts'
import type { Segment } from '../../../../src/api/types.ts'
import { smallSpeakerModels } from '../../../support/small-speaker-models.ts'
import { TWO_SPEAKERS } from '../../../support/speaker-turns.ts'
import { openSpeech, WORKER_PATH } from '../../../support/speech.ts'

const RATE = 16_000
const ada = { sign: 1, hertz: 300 }
const ben = { sign: -1, hertz: 3000 }
const never = new AbortController().signal
const options = { workerPath: WORKER_PATH, alive() {} }

let dir: string
let models: SpeakerModelFiles

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe-speakers-'))
  models = await smallSpeakerModels(dir)
})

afterAll(() => rm(dir, { recursive: true }))

/** What the small models hear as this voice. */
function said({ sign, hertz }: typeof ada, seconds: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    return sign * 0.2 + 0.1 * Math.sin((2 * Math.PI * hertz * i) / RATE)
  })
}

describe('telling speakers apart by models', () => {
  it('hears who speaks in each piece, on the clock of the media', async () => {
    const speakers = createNeuralSpeakers({ models, ...options })
    await speakers.feed({ samples: said(ada, 12), startSeconds: 5 }, never)
    await speakers.feed({ samples: said(ben, 12), startSeconds: 100 }, never)
    const turns = await speakers.finish(never)
    speakers.close()
    expect(turns).toHaveLength(2)
    expect(turns[0]?.voice).not.toBe(turns[1]?.voice)
    expect(turns[0]?.start).toBeCloseTo(5, 0)
    expect(turns[1]?.start).toBeCloseTo(100, 0)
    expect(turns[1]?.end).toBeCloseTo(112, 0)
  })

  it('knows a voice again in the next window, whatever number it has there', async () => {
    const speakers = createNeuralSpeakers({ models, ...options, windowSeconds: 30 })
    for (const [index, voice] of [ada, ada, ben, ben, ada].entries()) {
      await speakers.feed({ samples: said(voice, 12), startSeconds: 12 * index }, never)
    }
    const turns = await speakers.finish(never)
    speakers.close()
    const [first, second] = turns.map(({ voice }) => voice)
    expect(turns.map(({ voice }) => voice)).toEqual([first, second, first])
    expect(first).not.toBe(second)
  })

  it('goes on with the classical method when the models cannot be used, and says why', async () => {
    const broken = join(dir, 'broken.onnx')
    await writeFile(broken, 'no model')
    const methods: string[] = []
    const problems: unknown[] = []
    const speakers = openSpeakers({
      ...options,
      models: { ...models, segmentation: broken },
      used: (method) => methods.push(method),
      failed: (problem) => problems.push(problem),
    })
    await speakers.feed({ samples: said(ada, 5), startSeconds: 0 }, never)
    expect(await speakers.finish(never)).not.toEqual([])
    expect(methods).toEqual(['classical'])
    expect(problems).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/failed/) }),
    ])
  })

  it('is tried by the daemon, which tells in its log what came of it', async () => {
    const lines: { job?: string; method?: string; problem?: string }[] = []
    const write = (line: string) => lines.push(JSON.parse(line))
    const { speech } = openSpeech({
      resolveSpeakerModels: async () => models,
      log: pino({ level: 'info' }, { write }),
    })
    const heard = new Set<string | null>()
    const request = { id: 'tr_1', path: resolve(TWO_SPEAKERS), language: 'en', diarize: true }
    const listener = {
      media: async () => {},
      progress() {},
      segment: ({ speaker }: Segment) => heard.add(speaker),
    }
    await speech.transcribe(request, listener, never)
    await speech.close()
    const told = lines.filter(({ job }) => job === 'tr_1')
    expect(told).toEqual([
      expect.objectContaining({ problem: 'The speaker models heard nobody.' }),
      expect.objectContaining({ method: 'classical' }),
    ])
    expect([...heard]).toEqual(['Speaker 1', 'Speaker 2'])
  })

  it('stops at once when the job is canceled', async () => {
    const canceler = new AbortController()
    const speakers = createNeuralSpeakers({ models, ...options })
    await speakers.feed({ samples: said(ada, 200), startSeconds: 0 }, canceler.signal)
    const turns = speakers.finish(canceler.signal)
    canceler.abort()
    await expect(turns).rejects.toBe(canceler.signal.reason)
    speakers.close()
  })
})
