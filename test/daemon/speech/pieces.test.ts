// Real audio through the real voice detector: what it takes for speech, and what the pieces hold.
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { VAD_MODEL } from '../../../daemon/models/catalogue.ts'
import { ensureModel } from '../../../daemon/models/pull.ts'
import { decode } from '../../../daemon/speech/decode.ts'
import { openMediaFile } from '../../../daemon/speech/media-file.ts'
import { openVoiceDetector } from '../../../daemon/speech/open-vad.ts'
import { findPieces, type Piece, pieceAfter } from '../../../daemon/speech/pieces.ts'
import { SAMPLE_RATE } from '../../../daemon/speech/timeline.ts'
import type { VoiceDetector } from '../../../daemon/speech/vad.ts'
import { modelCacheDir } from '../../support/models.ts'

let detector: VoiceDetector
beforeAll(async () => {
  const { files } = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
  detector = await openVoiceDetector(files.model ?? '')
})

function samplesOf(path: string): Float32Array {
  const media = openMediaFile(path)
  const samples: number[] = []
  for (const block of decode(media)) samples.push(...block)
  media.close()
  return Float32Array.from(samples)
}

async function piecesOf(samples: Float32Array, blockSamples: number, maxSeconds = 15) {
  const blocks: Float32Array[] = []
  for (let start = 0; start < samples.length; start += blockSamples) {
    blocks.push(samples.subarray(start, start + blockSamples))
  }
  const pieces: Piece[] = []
  let readSeconds = 0
  for await (const found of findPieces(blocks, detector, maxSeconds)) {
    if ('samples' in found) pieces.push(found)
    else readSeconds = found.endSeconds
  }
  return { pieces, readSeconds }
}

function made(seconds: number, sample: (index: number) => number): Float32Array {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => sample(index))
}

/** Comparing hundreds of thousands of numbers one by one takes seconds. */
function digest({ buffer, byteOffset, byteLength }: Float32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  return createHash('sha256').update(bytes).digest('hex')
}

function told({ samples, startSeconds }: Piece): string {
  return `${startSeconds} ${digest(samples)}`
}

describe('finding speech', () => {
  const welcome = samplesOf(resolve('samples/welcome.mp3'))

  it('cuts out the very samples of the media, at their times', async () => {
    const { pieces } = await piecesOf(welcome, 1152)
    expect(pieces.length).toBeGreaterThan(1)
    for (const { samples, startSeconds } of pieces) {
      const start = Math.round(startSeconds * SAMPLE_RATE)
      expect(digest(samples)).toBe(digest(welcome.slice(start, start + samples.length)))
    }
  })

  it('does not depend on how the decoder slices the audio', async () => {
    const [small, large] = [await piecesOf(welcome, 333), await piecesOf(welcome, 160_000)]
    expect(small.pieces.map(told)).toEqual(large.pieces.map(told))
  })

  it('obeys the engine that only takes short pieces', async () => {
    const { pieces } = await piecesOf(welcome, 1152, 4)
    for (const { samples } of pieces) expect(samples.length).toBeLessThanOrEqual(4 * SAMPLE_RATE)
  })

  it('gives the part of a piece that nobody has heard, at its time', () => {
    const piece = { samples: welcome.slice(0, 2 * SAMPLE_RATE), startSeconds: 10 }
    const rest = pieceAfter(piece, 10.5)
    expect([rest.startSeconds, rest.samples.length]).toEqual([10.5, 1.5 * SAMPLE_RATE])
    expect(told(pieceAfter(piece, 9))).toBe(told(piece))
    expect(pieceAfter(piece, 12).samples).toHaveLength(0)
  })

  it('says how much has been read, to the last sample', async () => {
    const { readSeconds } = await piecesOf(welcome, 1152)
    expect(readSeconds).toBe(welcome.length / SAMPLE_RATE)
  })

  it('forgets the file before', async () => {
    await piecesOf(
      made(3, (index) => Math.sin(index)),
      1152,
    )
    const after = await piecesOf(welcome, 1152)
    expect(after.pieces.map(told)).toEqual((await piecesOf(welcome, 1152)).pieces.map(told))
  })

  it.each([
    ['silence', made(5, () => 0)],
    ['a tone', made(5, (index) => 0.5 * Math.sin((index * 2 * Math.PI * 440) / SAMPLE_RATE))],
    ['a hum', made(5, (index) => 0.3 * Math.sin((index * 2 * Math.PI * 50) / SAMPLE_RATE))],
  ])('finds none in %s', async (_, samples) => {
    expect((await piecesOf(samples, 1152)).pieces).toEqual([])
  })

  it('finds speech that is very quiet', async () => {
    const quiet = samplesOf(join(resolve('test/fixtures/media'), 'speech.wav')).map((x) => x / 50)
    expect((await piecesOf(quiet, 1152)).pieces).toHaveLength(1)
  })
})
