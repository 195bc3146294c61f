// Real speech children for tests: the built worker and the real models, or recognisers that stand
// in for one (see fixtures/workers/stand-in.js).

import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { createSpeech, type SpeechOptions } from '../../daemon/io/speech.ts'
import { DEFAULT_MODEL, VAD_MODEL } from '../../daemon/models/catalogue.ts'
import { ensureModel } from '../../daemon/models/pull.ts'
import type { Speech, SpeechListener, SpeechResult } from '../../daemon/ports.ts'
import type { SpeechConfig, SpeechRole } from '../../daemon/speech/protocol.ts'
import type { Segment } from '../../src/api/types.ts'
import { modelCacheDir } from './models.ts'

export const MEDIA_DIR = resolve('test/fixtures/media')
export const WORKER_PATH = resolve('dist/daemon/speech/worker.js')
/** What is said in the fixtures' speech files, as `plain` gives it. */
export const SPOKEN = 'the weather is nice today so we are going to the park'

const FAMILY = 'moonshine' as const

export async function resolveModel(): Promise<SpeechConfig> {
  const { files } = await ensureModel(DEFAULT_MODEL, { cacheDir: modelCacheDir() })
  const engine = { family: FAMILY, model: DEFAULT_MODEL, languages: ['en'], files }
  return { engine, vadModelPath: await vadModelPath() }
}

async function vadModelPath(): Promise<string> {
  const { files } = await ensureModel(VAD_MODEL, { cacheDir: modelCacheDir() })
  return files.model ?? ''
}

/** Options for recognisers that stand in for one; `mark` is the path of the file that they leave. */
export function standIn(model: string, mark = ''): Partial<SpeechOptions> {
  const engine = { family: FAMILY, model, languages: ['en'], files: { worker: WORKER_PATH, mark } }
  return {
    workerPath: resolve('test/fixtures/workers/stand-in.js'),
    resolveModel: async () => ({ engine, vadModelPath: await vadModelPath() }),
  }
}

let spools = 0

/** Speech-to-text, and the processes that became ready, in that order. */
export function openSpeech(options: Partial<SpeechOptions> = {}): {
  speech: Speech
  pids(role: SpeechRole): number[]
} {
  const ready: { child_pid: number; role: SpeechRole }[] = []
  const write = (line: string) => {
    const entry = JSON.parse(line)
    if (entry.msg === 'speech process ready') ready.push(entry)
  }
  const speech = createSpeech({
    workerPath: WORKER_PATH,
    resolveModel,
    spoolFolder: join(tmpdir(), `scribe-spool-${process.pid}-${++spools}`),
    workers: 1,
    log: pino({ level: 'info' }, { write }),
    ...options,
  })
  const pids = (role: SpeechRole) =>
    ready.filter((child) => child.role === role).map((child) => child.child_pid)
  return { speech, pids }
}

export interface Heard extends SpeechResult {
  text: string
  segments: Segment[]
}

export interface HearOptions extends Partial<SpeechListener> {
  language?: string
  signal?: AbortSignal
}

let jobs = 0

/** Transcribes a file, by its path or its name in the fixtures. */
export async function hear(
  speech: Speech,
  path: string,
  options: HearOptions = {},
): Promise<Heard> {
  const { language = 'auto', signal = new AbortController().signal, ...listener } = options
  const segments: Segment[] = []
  jobs += 1
  const result = await speech.transcribe(
    { id: `tr_${jobs}`, path: resolve(MEDIA_DIR, path), language, diarize: false },
    {
      media: async () => {},
      progress: () => {},
      segment: (segment) => segments.push(segment),
      ...listener,
    },
    signal,
  )
  return { ...result, segments, text: plain(segments) }
}

function plain(segments: Segment[]): string {
  const text = segments.map((segment) => segment.text).join(' ')
  return text.toLowerCase().replace(/[^a-z ]/g, '')
}

/** A promise with its switch, for waiting until a job has come so far. */
export function signal(): { reached: Promise<void>; reach(): void } {
  let reach = () => {}
  const reached = new Promise<void>((settle) => {
    reach = settle
  })
  return { reached, reach: () => reach() }
}

/** Makes minutes of speech: MP3 frames stand alone, so the sample just repeats itself. */
export function makeLongMedia(folder: string, repeats = 40): string {
  const path = join(folder, `long-${repeats}.mp3`)
  const sample = resolve('samples/welcome.mp3')
  const script = `for i in $(seq ${repeats}); do cat "$0"; done >"$1"`
  execFileSync('sh', ['-c', script, sample, path])
  return path
}
