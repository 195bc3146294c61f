// A real daemon on a free port with its own folders, whose speech child plays scripts (see
// fixtures/workers/scripted.js): the uploaded "media" says what the child does.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DaemonConfig } from '../../daemon/config.ts'
import { start } from '../../daemon/main.ts'
import type { TeamInput } from '../../src/api/local.ts'
import type { Created, Segment, Transcription } from '../../src/api/types.ts'
import { modelCacheDir } from './models.ts'
import { loadDescription, validatedFetch } from './validate.ts'

export interface Script {
  duration: number
  segments?: Segment[]
  language?: string
  /** Seconds really decoded, where they differ from `duration`. */
  decoded?: number
  crashes?: number
  fail?: { code: string; message: string }
  holdMs?: number
  ignoreCancel?: boolean
}

export interface TestDaemon {
  baseUrl: string
  key: string
  dataDir: string
  /** A request with the key; the answer is checked against the API's description. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  /** The same daemon, asked with another credential. */
  as(credential: string): TestDaemon
  /** A request to the daemon's own pages, outside /v1; answers with the parsed body. */
  own<T>(method: string, path: string, json?: unknown): Promise<T>
  /** A new team with a key of its own. */
  newTeam(input?: TeamInput): Promise<{ team_id: string; key: string }>
  /** Uploads a script as talk.wav in one request. */
  submit(script: Script, query?: string): Promise<Created>
  get(id: string, query?: string): Promise<Transcription>
  /** Ends the daemon; its folder stays until the test ends. */
  stop(): Promise<void>
}

export interface RequestOptions {
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream
  headers?: Record<string, string>
}

const folders: string[] = []

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-test-'))
  folders.push(folder)
  return folder
}

/** For afterAll: removes what newFolder made. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

export async function startDaemon(config: Partial<DaemonConfig> = {}): Promise<TestDaemon> {
  const dataDir = config.dataDir ?? (await newFolder())
  const ending = new AbortController()
  let ended: Promise<void> = Promise.resolve()
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const onReady = (info: { base_url: string }) => resolve(info.base_url)
    ended = start(
      {
        ...{ version: 'test', host: '127.0.0.1', port: 0, dataDir, cacheDir: modelCacheDir() },
        ...{ workers: 1, model: 'moonshine-tiny-en', logLevel: 'silent', idleExitMinutes: null },
        ...{ allowPrivateWebhooks: false, webhookWaitsSeconds: [] },
        workerPath: fileURLToPath(new URL('../fixtures/workers/scripted.js', import.meta.url)),
        ytDlp: fileURLToPath(new URL('../fixtures/ytdlp/yt-dlp.js', import.meta.url)),
        ytDlpArgs: [],
        retryWaits: { passing: [0.5, 0.5], asked_too_often: [0.5, 0.5] },
        ...config,
      },
      { signal: ending.signal, onReady },
    )
    ended.catch(reject)
  })
  await loadDescription(baseUrl)
  const key = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim()

  const stop = async () => {
    ending.abort()
    await ended
  }
  return client({ baseUrl, dataDir, stop }, key)
}

function client(daemon: Pick<TestDaemon, 'baseUrl' | 'dataDir' | 'stop'>, key: string): TestDaemon {
  const send = (method: string, url: string, { json, body, headers }: RequestOptions = {}) =>
    validatedFetch(daemon.baseUrl, url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    })
  const request: TestDaemon['request'] = (method, path, options) =>
    send(method, daemon.baseUrl + path, options)
  const own: TestDaemon['own'] = async (method, path, json) => {
    const url = new URL(path, daemon.baseUrl).href
    const response = await send(method, url, json === undefined ? {} : { json })
    if (response.status === 204) return undefined as never
    return (await response.json()) as never
  }
  return {
    ...daemon,
    key,
    request,
    own,
    as: (credential) => client(daemon, credential),
    async newTeam(input = {}) {
      const { team_id } = await own<{ team_id: string }>('POST', '/admin/teams', input)
      const made = await own<{ key: string }>('POST', '/admin/keys', { team_id })
      return { team_id, key: made.key }
    },
    async submit(script, query = '') {
      const form = new FormData()
      form.set('file', new Blob([JSON.stringify(script)]), 'talk.wav')
      const response = await request('POST', `/transcriptions${query}`, { body: form })
      return (await response.json()) as Created
    },
    async get(id, query = '') {
      return (await (await request('GET', `/transcriptions/${id}${query}`)).json()) as Transcription
    },
  }
}
