// Speech of any length for the benchmarks: the project's sample over and over, as 16 kHz WAV.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../../daemon/speech/decode.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'

const RATE = 16_000

/** Writes so many seconds of speech below `dir`; returns the path. */
export async function speechFile(dir: string, seconds: number): Promise<string> {
  const sample = pcm16(join(process.cwd(), 'samples/welcome.mp3'))
  const path = join(dir, `speech-${seconds}s.wav`)
  const file = createWriteStream(path)
  file.write(wavHeader(seconds * RATE * 2))
  for (let left = seconds * RATE * 2; left > 0; left -= sample.length) {
    if (!file.write(sample.subarray(0, left))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}

function pcm16(path: string): Buffer {
  const media = openMediaFile(path)
  const blocks: Buffer[] = []
  for (const block of decode(media)) {
    const samples = Int16Array.from(block, (sample) => Math.round(sample * 32_767))
    blocks.push(Buffer.from(samples.buffer))
  }
  media.close()
  return Buffer.concat(blocks)
}

/** RIFF/WAVE, PCM, 16 bit, mono. */
function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}
