// What the daemon adds to the bare speech engine on ten minutes of speech, how fast that is, and
// how long a cold start takes to the first segment.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpeech } from '../../daemon/io/speech.ts'
import { requireModel, VAD_MODEL } from '../../daemon/models/catalogue.ts'
import { ensureModel } from '../../daemon/models/pull.ts'
import { startDecoder } from '../../daemon/speech/decoder.ts'
import { openMoonshine } from '../../daemon/speech/engines/moonshine.ts'
import { ensureTestModels, modelCacheDir } from '../support/models.ts'
import { startBenchDaemon } from './daemon-process.ts'
import { speechFile } from './speech-files.ts'

const SECONDS = 600
const ROUNDS = 3

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const path = await speechFile(dir, SECONDS)
const short = await speechFile(dir, 20)
const { files, name } = await ensureTestModels()
const vad = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
const vadModelPath = vad.files.model ?? ''

const pieces: Float32Array[] = []
const decoder = await startDecoder({ vadModelPath })
const request = { path, maxPieceSeconds: 15 }
for await (const event of decoder.decode(request, new AbortController().signal)) {
  if (event.type === 'piece') pieces.push(event.samples)
}

const engine = await openMoonshine(files)
const daemon = await startBenchDaemon()
await daemon.finish((await daemon.submit(short)).id)

let engineMs = Number.POSITIVE_INFINITY
let daemonMs = Number.POSITIVE_INFINITY
for (let round = 0; round < ROUNDS; round += 1) {
  const started = performance.now()
  for (const piece of pieces) await engine.recognize(piece)
  engineMs = Math.min(engineMs, performance.now() - started)
  const job = await daemon.finish((await daemon.submit(path)).id)
  const tookMs = Date.parse(job.completed_at ?? '') - Date.parse(job.created_at ?? '')
  daemonMs = Math.min(daemonMs, tookMs)
}
await daemon.stop()

const speech = createSpeech({
  workerPath: join(process.cwd(), 'dist/daemon/speech/worker.js'),
  resolveModel: async () => ({ files, languages: requireModel(name).languages, vadModelPath }),
  workers: 1,
  log: { info() {}, warn() {}, error() {}, debug() {} } as never,
})
const coldStart = performance.now()
let firstSegmentMs = 0
const stop = new AbortController()
const listener = {
  media: async () => {},
  progress: () => {},
  segment: () => {
    firstSegmentMs ||= performance.now() - coldStart
    stop.abort()
  },
}
const job = { id: 'bench', path, language: 'auto', diarize: false }
await speech.transcribe(job, listener, stop.signal).catch(() => {})
await speech.close()
await rm(dir, { recursive: true, force: true })

const speed = (ms: number) => `${(SECONDS / (ms / 1000)).toFixed(0)} × real time`
console.log(
  `  engine alone, ${pieces.length} pieces   ${engineMs.toFixed(0)} ms  ${speed(engineMs)}`,
)
console.log(`  warm daemon              ${daemonMs.toFixed(0)} ms  ${speed(daemonMs)}`)
console.log(`  daemon / engine          ${(daemonMs / engineMs).toFixed(2)} ×`)
console.log(`  daemon ready             ${daemon.readyMs.toFixed(0)} ms after its start`)
console.log(
  `  first segment            ${firstSegmentMs.toFixed(0)} ms after the cold child's start`,
)
process.exit()
