// The real program, run as a user would: the built bin file in a process of its own, with folders
// of its own. The speech models are the tests' shared ones.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { modelCacheDir } from './models.ts'

export const BIN = resolve(import.meta.dirname, '../../bin/scribe.js')
export const MEDIA = resolve(import.meta.dirname, '../fixtures/media')

export interface Ran {
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** For stdin; without it stdin ends at once. */
  input?: string | Buffer
  cwd?: string
  /** Gets the process while it runs. */
  onStart?: (child: ChildProcess) => void
}

/** A user's machine: folders that no other test sees. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'scribe-home-'))
  readonly data = join(this.folder, 'data')
  readonly state = join(this.folder, 'state')

  path(...names: string[]): string {
    return join(this.folder, ...names)
  }

  get env(): NodeJS.ProcessEnv {
    const { PATH, HOME, TMPDIR } = process.env
    return {
      ...{ PATH, HOME, TMPDIR },
      SCRIBE_CONFIG_DIR: this.path('config'),
      SCRIBE_DATA_DIR: this.data,
      SCRIBE_STATE_DIR: this.state,
      SCRIBE_CACHE_DIR: modelCacheDir(),
    }
  }

  /** The running daemon as a target: by its port files are sent, by its socket only named. */
  byPort(): NodeJS.ProcessEnv {
    const { base_url } = JSON.parse(readFileSync(join(this.data, 'daemon.json'), 'utf8'))
    const key = readFileSync(join(this.data, 'api-key'), 'utf8').trim()
    return { SCRIBE_BASE_URL: base_url, SCRIBE_API_KEY: key }
  }

  run(args: string[], options: RunOptions = {}): Promise<Ran> {
    const { env = {}, input, cwd = this.folder, onStart } = options
    const child = spawn(process.execPath, [BIN, ...args], { cwd, env: { ...this.env, ...env } })
    onStart?.(child)
    return finished(child, input)
  }

  /** Calls the running daemon's API with the local key. */
  async api<T>(path: string, method = 'GET'): Promise<T> {
    const { base_url } = JSON.parse(readFileSync(join(this.data, 'daemon.json'), 'utf8'))
    const key = readFileSync(join(this.data, 'api-key'), 'utf8').trim()
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${base_url}${path}`, { method, headers })
    return response.status === 204 ? (undefined as never) : ((await response.json()) as T)
  }

  /** Ends the daemon and removes everything. */
  async remove(): Promise<void> {
    // Where no daemon ever ran, there is none to end.
    if (existsSync(this.data)) await this.run(['daemon', 'stop'])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function finished(child: ChildProcess, input: RunOptions['input']): Promise<Ran> {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  child.stdin?.on('error', () => undefined).end(input ?? '')
  const exitCode = await new Promise<number | null>((done, failed) => {
    child.once('error', failed).once('close', (code) => done(code))
  })
  return { exitCode, ...output }
}

/** Resolves when `look` gives something, looking again and again. */
export async function eventually<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((again) => setTimeout(again, 20))
  }
}
