// Ten minutes of speech through the bare engine, through a warm daemon with one recogniser and
// through one with two; what requests to the daemon feel of it; and how long a cold start takes to
// the first segment. The rounds take turns, and the best of each counts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpeech } from '../../daemon/io/speech.ts'
import { requireModel, VAD_MODEL } from '../../daemon/models/catalogue.ts'
import { ensureModel } from '../../daemon/models/pull.ts'
import { decode } from '../../daemon/speech/decode.ts'
import { loadEngine } from '../../daemon/speech/engines/load.ts'
import { openMediaFile } from '../../daemon/speech/media-file.ts'
import { openVoiceDetector } from '../../daemon/speech/open-vad.ts'
import { findPieces } from '../../daemon/speech/pieces.ts'
import { MAX_PIECE_SECONDS } from '../../daemon/speech/protocol.ts'
import { ensureTestModels, modelCacheDir } from '../support/models.ts'
import { type BenchDaemon, startBenchDaemon } from './daemon-process.ts'
import { speechFile } from './speech-files.ts'

const SECONDS = 600
const ROUNDS = 3
const WORKERS = [1, 2]
/** A request that somebody would send while the daemon works. */
const REQUEST_EVERY_MS = 10

const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
const path = await speechFile(dir, SECONDS)
const short = await speechFile(dir, 20)
const { files, name } = await ensureTestModels()
const vad = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
const vadModelPath = vad.files.model ?? ''
const { languages } = requireModel(name)
const model = { family: 'moonshine' as const, model: name, languages, files }

const pieces = await piecesOf(path)
const engine = await loadEngine(model)
const daemons: BenchDaemon[] = []
for (const workers of WORKERS) daemons.push(await startBenchDaemon(workers))
for (const daemon of daemons) await warmUp(daemon)
const idleMs = await requestMs(daemons[0] as BenchDaemon, new Promise((r) => setTimeout(r, 2000)))

const never = Number.POSITIVE_INFINITY
let engineMs = never
const daemonMs = WORKERS.map(() => never)
let busyMs: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const started = performance.now()
  for (const piece of pieces) await engine.recognize(piece)
  engineMs = Math.min(engineMs, performance.now() - started)
  for (const [index, daemon] of daemons.entries()) {
    daemonMs[index] = Math.min(daemonMs[index] ?? never, await transcribeMs(daemon))
  }
  const last = daemons.at(-1) as BenchDaemon
  busyMs = await requestMs(last, transcribeMs(last))
}
for (const daemon of daemons) await daemon.stop()
const firstSegmentMs = await coldStartMs()
await rm(dir, { recursive: true, force: true })

const [oneMs = never, twoMs = never] = daemonMs
const speed = (ms: number) => `${(SECONDS / (ms / 1000)).toFixed(0)} × real time`
const tell = (what: string, figure: string) => console.log(`  ${what.padEnd(26)} ${figure}`)
tell(`engine, ${pieces.length} pieces`, `${engineMs.toFixed(0)} ms  ${speed(engineMs)}`)
tell('warm daemon, 1 worker', `${oneMs.toFixed(0)} ms  ${speed(oneMs)}`)
tell('warm daemon, 2 workers', `${twoMs.toFixed(0)} ms  ${speed(twoMs)}`)
tell('1 worker / engine', `${(oneMs / engineMs).toFixed(2)} × the time`)
tell('2 workers / 1 worker', `${(oneMs / twoMs).toFixed(2)} × the throughput`)
tell('GET, idle', `${quantiles(idleMs)}`)
tell('GET, 2 workers busy', `${quantiles(busyMs)}`)
tell('daemon ready', `${daemons[0]?.readyMs.toFixed(0)} ms after its start`)
tell('first segment', `${firstSegmentMs.toFixed(0)} ms after a cold start`)
process.exit()

async function piecesOf(file: string): Promise<Float32Array[]> {
  const detector = await openVoiceDetector(vadModelPath)
  const media = openMediaFile(file)
  const found: Float32Array[] = []
  for await (const item of findPieces(decode(media), detector, MAX_PIECE_SECONDS)) {
    if ('samples' in item) found.push(item.samples)
  }
  media.close()
  return found
}

/** Enough jobs at once to start all of its processes. */
async function warmUp(daemon: BenchDaemon): Promise<void> {
  const jobs = await Promise.all([short, short, short].map((file) => daemon.submit(file)))
  for (const { id } of jobs) await daemon.finish(id)
}

async function transcribeMs(daemon: BenchDaemon): Promise<number> {
  const job = await daemon.finish((await daemon.submit(path)).id)
  return Date.parse(job.completed_at ?? '') - Date.parse(job.created_at ?? '')
}

/** How long requests take, in ms, until the work is done. */
async function requestMs(daemon: BenchDaemon, work: Promise<unknown>): Promise<number[]> {
  const { id } = await daemon.submit(short)
  let working = true
  void work.finally(() => {
    working = false
  })
  const times: number[] = []
  while (working) {
    const started = performance.now()
    await daemon.get(id)
    times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, REQUEST_EVERY_MS))
  }
  return times.sort((a, b) => a - b)
}

function quantiles(sorted: number[]): string {
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

async function coldStartMs(): Promise<number> {
  const speech = createSpeech({
    workerPath: join(process.cwd(), 'dist/daemon/speech/worker.js'),
    resolveModel: async () => ({ engine: model, vadModelPath }),
    spoolFolder: join(dir, 'spool'),
    workers: 1,
    log: { info() {}, warn() {} },
  })
  const started = performance.now()
  let segmentMs = 0
  const stop = new AbortController()
  const listener = {
    media: async () => {},
    progress: () => {},
    segment: () => {
      segmentMs ||= performance.now() - started
      stop.abort()
    },
  }
  const job = { id: 'bench', path, language: 'auto', diarize: false }
  await speech.transcribe(job, listener, stop.signal).catch(() => {})
  await speech.close()
  return segmentMs
}
