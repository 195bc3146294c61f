// Speech of any length for the benchmarks: the project's sample over and over, as 16 kHz WAV.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../../daemon/speech/decode.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'
import { wavHeader } from '../support/wav.ts'

const RATE = 16_000

/** Writes so many seconds of speech below `dir`; returns the path. */
export async function speechFile(dir: string, seconds: number): Promise<string> {
  const sample = pcm16(join(process.cwd(), 'samples/welcome.mp3'))
  const path = join(dir, `speech-${seconds}s.wav`)
  const file = createWriteStream(path)
  file.write(wavHeader(seconds * RATE * 2, RATE, 16))
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
