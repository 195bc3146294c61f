// Makes Moonshine's quick decoder and proves it, in a process of its own: the edit takes memory and
// a second of the processor, and native code that does not like this machine takes only this down.
// Arguments: folder, and the names of encoder and decoder in it. Leaves cross.onnx and step.onnx
// there, and prints `same` when they write the same tokens as the published decoder, else `other`.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode } from '../speech/decode.ts'
import { openMediaFile } from '../speech/media-file.ts'
import { editDecoder } from './moonshine-edit.ts'

/** Speech of our own, beside `dist`. */
const SAMPLE = fileURLToPath(new URL('../../../samples/welcome.mp3', import.meta.url))
/** Some sentences. */
const SAMPLE_COUNT = 9 * 16_000

const [folder = '', encoderName = '', decoderName = ''] = process.argv.slice(2)
const encoder = join(folder, encoderName)
const published = join(folder, decoderName)
const cross = join(folder, 'cross.onnx')
const step = join(folder, 'step.onnx')

const edited = editDecoder(await readFile(published))
await writeFile(cross, edited.cross)
await writeFile(step, edited.step)
// Not before the edit's memory can go.
const { GreedyDecoder } = await import('../speech/engines/greedy.ts')
const { PublishedDecoder } = await import('../speech/engines/published.ts')
const samples = sampleOf(SAMPLE)
const wanted = await tokensOf(await PublishedDecoder.open({ encoder, decoder: published }))
const made = await tokensOf(await GreedyDecoder.open({ encoder, cross, step }))
process.stdout.write(made.length > 0 && made.join() === wanted.join() ? 'same' : 'other')

function sampleOf(path: string): Float32Array {
  const samples = new Float32Array(SAMPLE_COUNT)
  const media = openMediaFile(path)
  let count = 0
  try {
    for (const block of decode(media)) {
      samples.set(block.subarray(0, SAMPLE_COUNT - count), count)
      count += block.length
      if (count >= SAMPLE_COUNT) break
    }
  } finally {
    media.close()
  }
  return samples
}

async function tokensOf(
  decoder: Awaited<ReturnType<typeof PublishedDecoder.open | typeof GreedyDecoder.open>>,
): Promise<number[]> {
  const { tokens } = await decoder.decode(samples)
  await decoder.close()
  return tokens.map(({ id }) => id)
}
