// A daemon of its own for a benchmark: the real program with empty folders and the tests' models.

import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { execa } from 'execa'
import type { Created, Transcription } from '../../src/api/types.ts'
import { modelCacheDir } from '../support/models.ts'

export interface BenchDaemon {
  pid: number
  /** Makes the command line use this daemon. */
  env: Record<string, string>
  /** ms from starting the program to its ready line. */
  readyMs: number
  /** Sends a file in one request; it is queued when this resolves. */
  submit(path: string): Promise<Created>
  /** Transcribes a file of any size with the command line; resolves when it has ended. */
  transcribe(path: string): Promise<void>
  /** The record as it is now. */
  get(id: string): Promise<Transcription>
  /** Waits for the end. */
  finish(id: string): Promise<Transcription>
  stop(): Promise<void>
}

export async function startBenchDaemon(workers = 1): Promise<BenchDaemon> {
  const dir = await mkdtemp(join(tmpdir(), 'scribe-bench-'))
  const started = performance.now()
  const env = {
    SCRIBE_DATA_DIR: dir,
    SCRIBE_STATE_DIR: dir,
    SCRIBE_CONFIG_DIR: dir,
    SCRIBE_CACHE_DIR: modelCacheDir(),
  }
  const flags = ['--port', '0', '--workers', String(workers), '--log-level', 'error']
  const child = execa(process.execPath, ['bin/scribe.js', 'daemon', 'run', ...flags], {
    env,
    stderr: 'inherit',
    reject: false,
  })
  const lines = createInterface({ input: child.stdout })
  const ready = await new Promise<{ base_url: string; pid: number }>((resolve) => {
    lines.once('line', (line) => resolve(JSON.parse(line)))
  })
  const readyMs = performance.now() - started
  const key = (await readFile(join(dir, 'api-key'), 'utf8')).trim()
  const request = (path: string, init: RequestInit = {}) =>
    fetch(ready.base_url + path, { ...init, headers: { authorization: `Bearer ${key}` } })

  return {
    pid: ready.pid,
    env,
    readyMs,
    async submit(path) {
      const form = new FormData()
      form.set('file', await openAsBlob(path), basename(path))
      return (await (
        await request('/transcriptions', { method: 'POST', body: form })
      ).json()) as Created
    },
    async transcribe(path) {
      const args = ['bin/scribe.js', 'transcribe', '--quiet', path]
      await execa(process.execPath, args, { env, stdout: 'ignore' })
    },
    async get(id) {
      return (await (await request(`/transcriptions/${id}`)).json()) as Transcription
    },
    async finish(id) {
      for (;;) {
        const job = await (await request(`/transcriptions/${id}?wait=60`)).json()
        if ((job as Transcription).completed_at !== null) return job as Transcription
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await child
      await rm(dir, { recursive: true, force: true })
    },
  }
}
