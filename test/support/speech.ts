// A pool of real speech children for tests: the built worker and the real models.

import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { createSpeech, type SpeechOptions } from '../../daemon/io/speech.ts'
import { DEFAULT_MODEL, VAD_MODEL } from '../../daemon/models/catalogue.ts'
import { ensureModel } from '../../daemon/models/pull.ts'
import type { Speech, SpeechListener, SpeechResult } from '../../daemon/ports.ts'
import type { SpeechConfig } from '../../daemon/speech/protocol.ts'
import type { Segment } from '../../src/api/types.ts'
import { modelCacheDir } from './models.ts'

export const MEDIA_DIR = resolve('test/fixtures/media')
export const WORKER_PATH = resolve('dist/daemon/speech/worker.js')
/** What is said in the fixtures' speech files, as `plain` gives it. */
export const SPOKEN = 'the weather is nice today so we are going to the park'

export async function resolveModel(): Promise<SpeechConfig> {
  const cacheDir = modelCacheDir()
  const { files } = await ensureModel(DEFAULT_MODEL, { cacheDir })
  const vad = await ensureModel(VAD_MODEL, { cacheDir })
  const engine = { family: 'moonshine' as const, model: DEFAULT_MODEL, languages: ['en'], files }
  return { engine, vadModelPath: vad.files.model ?? '' }
}

/** A pool, and the pid of the child that became ready last. */
export function openSpeech(options: Partial<SpeechOptions> = {}): {
  speech: Speech
  pid(): number
} {
  let pid = 0
  const log = pino(
    { level: 'info' },
    { write: (line) => (pid = JSON.parse(line).child_pid ?? pid) },
  )
  const speech = createSpeech({
    workerPath: WORKER_PATH,
    resolveModel,
    workers: 1,
    log,
    ...options,
  })
  return { speech, pid: () => pid }
}

export interface Heard extends SpeechResult {
  text: string
  segments: Segment[]
}

export interface HearOptions extends Partial<SpeechListener> {
  language?: string
  signal?: AbortSignal
}

/** Transcribes a file, by its path or its name in the fixtures. */
export async function hear(
  speech: Speech,
  path: string,
  options: HearOptions = {},
): Promise<Heard> {
  const { language = 'auto', signal = new AbortController().signal, ...listener } = options
  const segments: Segment[] = []
  const result = await speech.transcribe(
    { id: `tr_${path}`, path: resolve(MEDIA_DIR, path), language, diarize: false },
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
export function makeLongMedia(folder: string): string {
  const path = join(folder, 'long.mp3')
  const sample = resolve('samples/welcome.mp3')
  execFileSync('sh', ['-c', 'for i in $(seq 40); do cat "$0"; done >"$1"', sample, path])
  return path
}
