// Files that lie about their length, or about being media at all, read by the real decoder.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decode } from '../../../daemon/speech/decode.ts'
import { mediaSeconds } from '../../../daemon/speech/duration.ts'
import { openMediaFile } from '../../../daemon/speech/media-file.ts'
import { SAMPLE_RATE } from '../../../daemon/speech/timeline.ts'
import { wavHeader } from '../../support/wav.ts'

const FIXTURES = resolve('test/fixtures/media')
/** A rate at which hours of audio are small files. */
const LOW_RATE = 100

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scribe-decode-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}

function duration(path: string): number {
  const media = openMediaFile(path)
  try {
    return mediaSeconds(path, media, () => {})
  } finally {
    media.close()
  }
}

function decodedSeconds(path: string): number {
  const media = openMediaFile(path)
  try {
    let samples = 0
    for (const block of decode(media)) samples += block.length
    return samples / SAMPLE_RATE
  } finally {
    media.close()
  }
}

describe('the length of media', () => {
  it('comes from the header', () => {
    expect(duration(join(FIXTURES, 'speech.wav'))).toBeCloseTo(4.14, 2)
  })

  it('is counted where the format has no header for it', () => {
    expect(duration(join(FIXTURES, 'speech.aac'))).toBeCloseTo(4.2, 1)
  })

  it('is counted where the file is much too small for what the header says', async () => {
    const flac = await readFile(join(FIXTURES, 'speech.flac'))
    // STREAMINFO: the total of samples, 36 bits, ends at byte 26.
    flac.writeUInt32BE(6 * 3600 * 8000, 22)
    expect(duration(await write('claims-six-hours.flac', flac))).toBeCloseTo(4.14, 1)
  })

  it('is counted where recordings were joined one after the other', async () => {
    const ogg = await readFile(join(FIXTURES, 'speech.opus'))
    const path = await write('joined.opus', Buffer.concat([ogg, ogg]))
    expect(duration(path)).toBeCloseTo(2 * 4.14, 1)
    expect(decodedSeconds(path)).toBeCloseTo(2 * 4.14, 1)
  })

  it('over five hours is refused before anything is decoded', async () => {
    const path = await write('long.wav', wav(5.1 * 3600))
    expect(() => duration(path)).toThrow(expect.objectContaining({ code: 'media_too_long' }))
  })

  it('of five hours is accepted', async () => {
    expect(duration(await write('five-hours.wav', wav(5 * 3600)))).toBe(5 * 3600)
  })

  it('over five hours is found while decoding where the header hides it', async () => {
    const path = await write('hides.aiff', aiff({ claimedSeconds: 60, seconds: 5.1 * 3600 }))
    expect(duration(path)).toBe(60)
    expect(() => decodedSeconds(path)).toThrow(expect.objectContaining({ code: 'media_too_long' }))
  })
})

describe('decoding', () => {
  it('gives silence for the time before late audio', () => {
    expect(decodedSeconds(join(FIXTURES, 'late-start.webm'))).toBeCloseTo(2 + 4.14, 1)
  })

  it('gives what is there of a truncated file', () => {
    expect(decodedSeconds(join(FIXTURES, 'truncated.wav'))).toBeCloseTo(2.5, 1)
  })

  it('skips damaged packets', async () => {
    const mp3 = await readFile(join(FIXTURES, 'speech.mp3'))
    mp3.fill(0x55, 6000, 7500)
    expect(decodedSeconds(await write('damaged.mp3', mp3))).toBeCloseTo(4.14, 0)
  })

  it('reads no file that media names, only media', () => {
    for (const name of ['playlist.mp4', 'concat.mkv']) {
      expect(() => openMediaFile(join(FIXTURES, name))).toThrow(
        expect.objectContaining({ code: 'unsupported_media' }),
      )
    }
  })

  it.each([
    ['empty.mp3', 'empty'],
    ['text.mp3', 'not audio or video'],
    ['video-only.mp4', 'no audio track'],
    ['.', 'not a file'],
    ['missing.mp3', 'not there'],
  ])('says what is wrong with %s', (name, words) => {
    expect(() => openMediaFile(join(FIXTURES, name))).toThrow(
      expect.objectContaining({
        code: 'unsupported_media',
        message: expect.stringContaining(words),
      }),
    )
  })

  it('takes a name with anything in it for a file and nothing else', async () => {
    const bytes = await readFile(join(FIXTURES, 'speech.mp3'))
    for (const name of ['-i http:x.mp3', 'subfile,,start,0,end,9,,:a.mp3', 'täl k\n%d.mp3']) {
      expect(decodedSeconds(await write(name, bytes))).toBeCloseTo(4.14, 1)
    }
  })
})

/** Silence, mono, 8 bits. */
function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * LOW_RATE, 0x80)
  return Buffer.concat([wavHeader(samples.length, LOW_RATE, 8), samples])
}

/** The same as AIFF, whose header counts its frames apart from the bytes of sound. */
function aiff({ claimedSeconds, seconds }: { claimedSeconds: number; seconds: number }): Buffer {
  const size = seconds * LOW_RATE
  const bytes = Buffer.alloc(54 + size)
  bytes.write('FORM', 0)
  bytes.writeUInt32BE(46 + size, 4)
  bytes.write('AIFFCOMM', 8)
  bytes.writeUInt32BE(18, 16)
  bytes.writeUInt16BE(1, 20)
  bytes.writeUInt32BE(claimedSeconds * LOW_RATE, 22)
  bytes.writeUInt16BE(8, 26)
  // 100 as an 80-bit float: 1.5625 × 2^6.
  bytes.writeUInt16BE(0x3fff + 6, 28)
  bytes.writeUInt32BE(0xc8000000, 30)
  bytes.write('SSND', 38)
  bytes.writeUInt32BE(8 + size, 42)
  return bytes
}
