// Our engine, with words and confidences, beside sherpa-onnx with the same model's published files:
// the same pieces, one thread each, in turns within one run; the best round of each counts.
import { existsSync } from 'node:fs'
import { decode } from '../../daemon/speech/decode.ts'
import type { Engine } from '../../daemon/speech/engines/engine.ts'
import { loadEngine } from '../../daemon/speech/engines/load.ts'
import { openSherpa } from '../../daemon/speech/engines/sherpa.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'
import { openVoiceDetector } from '../../daemon/speech/open-vad.ts'
import { findPieces } from '../../daemon/speech/pieces.ts'
import { MAX_PIECE_SECONDS } from '../../daemon/speech/protocol.ts'
import type { VoiceDetector } from '../../daemon/speech/vad.ts'
import { countEdits } from '../../src/eval/edits.ts'
import { unitsOf } from '../../src/eval/normalise.ts'
import { resolveModel } from '../support/speech.ts'

const ROUNDS = 5
const RATE = 16_000
const FILES = [
  'samples/welcome.mp3',
  ...['awb', 'kal16', 'rms', 'slt'].map((voice) => `test/fixtures/words/${voice}.opus`),
  '../shared/audio/jfk.wav',
]

const { engine: config, vadModelPath } = await resolveModel()
if (config.family !== 'moonshine') throw new Error('the default model is another one')
const pieces = await piecesOf(await openVoiceDetector(vadModelPath))
const seconds = pieces.reduce((sum, { length }) => sum + length, 0) / RATE
const ours = { engine: await loadEngine(config), ms: Number.POSITIVE_INFINITY, text: '' }
const sherpa = { engine: await openSherpa(config), ms: Number.POSITIVE_INFINITY, text: '' }
for (let round = 0; round < ROUNDS; round += 1) {
  for (const side of round % 2 === 0 ? [ours, sherpa] : [sherpa, ours]) {
    const { ms, text } = await run(side.engine)
    side.ms = Math.min(side.ms, ms)
    side.text = text
  }
}
const [said, heard] = [sherpa.text, ours.text].map((text) => unitsOf(text, 'words'))
const { substitutions, deletions, insertions } = await countEdits(said ?? [], heard ?? [])

const factor = (ms: number) => `RTF ${(ms / 1000 / seconds).toFixed(4)}`
console.log(`  ${pieces.length} pieces, ${seconds.toFixed(0)} s of speech, one thread`)
console.log(`  ours, words and confidence   ${factor(ours.ms)}`)
console.log(`  sherpa-onnx, text            ${factor(sherpa.ms)}`)
console.log(`  ours / sherpa-onnx           ${(ours.ms / sherpa.ms).toFixed(2)} ×`)
console.log(
  `  words that differ            ${substitutions + deletions + insertions} of ${said?.length}`,
)
process.exit()

async function piecesOf(detector: VoiceDetector): Promise<Float32Array[]> {
  const found: Float32Array[] = []
  for (const path of FILES.filter((file) => existsSync(file))) {
    const media = openMediaFile(path)
    for await (const piece of findPieces(decode(media), detector, MAX_PIECE_SECONDS)) {
      if ('samples' in piece) found.push(piece.samples)
    }
    media.close()
  }
  return found
}

async function run(engine: Engine): Promise<{ ms: number; text: string }> {
  const texts: string[] = []
  const started = performance.now()
  for (const piece of pieces) texts.push((await engine.recognize(piece)).text)
  return { ms: performance.now() - started, text: texts.join(' ') }
}
