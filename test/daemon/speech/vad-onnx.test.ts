// The edited detector against the published model, run as its authors do, frame by frame; and the
// one that stands in where onnxruntime-node is missing against both.
import { resolve } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { beforeAll, describe, expect, it } from 'vitest'
import { VAD_MODEL } from '../../../daemon/models/catalogue.ts'
import { ensureModel } from '../../../daemon/models/pull.ts'
import { decode } from '../../../daemon/speech/decode.ts'
import { openMediaFile } from '../../../daemon/speech/media-file.ts'
import { FRAME_SAMPLES, type VoiceDetector } from '../../../daemon/speech/vad.ts'
import { openOnnxDetector } from '../../../daemon/speech/vad-onnx.ts'
import { openSherpaDetector } from '../../../daemon/speech/vad-sherpa.ts'
import { modelCacheDir } from '../../support/models.ts'

let samples: Float32Array
let published: number[]
let detector: VoiceDetector
let standIn: VoiceDetector

beforeAll(async () => {
  const { files } = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
  detector = await openOnnxDetector(files.model ?? '')
  standIn = await openSherpaDetector(files.model ?? '')
  samples = wholeFrames(resolve('samples/welcome.mp3'))
  published = await askPublished(files.model ?? '', samples)
})

describe('the voice detector', () => {
  it.each([1, 7, 32])('finds what the published model finds, %i frames at once', async (count) => {
    detector.reset()
    const found: number[] = []
    for (let start = 0; start < samples.length; start += count * FRAME_SAMPLES) {
      found.push(...(await detector.detect(samples.subarray(start, start + count * FRAME_SAMPLES))))
    }
    expect(found).toHaveLength(published.length)
    const difference = found.map((value, index) => Math.abs(value - (published[index] ?? 0)))
    expect(Math.max(...difference)).toBeLessThan(1e-4)
  })

  it('finds nothing in no frames', async () => {
    expect(await detector.detect(new Float32Array(0))).toHaveLength(0)
  })
})

describe('the voice detector without onnxruntime-node', () => {
  it('finds speech where the published model does, within a tenth of a second', async () => {
    const found = [...(await standIn.detect(samples))]
    expect(found).toHaveLength(published.length)
    expect(new Set(found)).toEqual(new Set([0, 1]))
    const near = (index: number) => published.slice(Math.max(0, index - 3), index + 4)
    const wrong = found.filter((speech, index) =>
      speech === 1 ? Math.max(...near(index)) < 0.35 : Math.min(...near(index)) > 0.5,
    )
    expect(wrong).toHaveLength(0)
  })

  it('hears the same again after a reset, and nothing in no frames', async () => {
    standIn.reset()
    const once = await standIn.detect(samples)
    standIn.reset()
    expect(await standIn.detect(samples)).toEqual(once)
    expect(await standIn.detect(new Float32Array(0))).toHaveLength(0)
  })
})

function wholeFrames(path: string): Float32Array {
  const media = openMediaFile(path)
  const all: number[] = []
  for (const block of decode(media)) all.push(...block)
  media.close()
  return Float32Array.from(all.slice(0, all.length - (all.length % FRAME_SAMPLES)))
}

async function askPublished(path: string, stream: Float32Array): Promise<number[]> {
  const session = await InferenceSession.create(path)
  const sr = new Tensor('int64', BigInt64Array.of(16_000n), [])
  let state: Tensor = new Tensor('float32', new Float32Array(256), [2, 1, 128])
  const input = new Float32Array(64 + FRAME_SAMPLES)
  const found: number[] = []
  for (let start = 0; start < stream.length; start += FRAME_SAMPLES) {
    input.copyWithin(0, FRAME_SAMPLES)
    input.set(stream.subarray(start, start + FRAME_SAMPLES), 64)
    const heard = await session.run({ input: new Tensor('float32', input, [1, 576]), state, sr })
    state = heard.stateN as Tensor
    found.push(Number(heard.output?.data[0]))
  }
  return found
}
