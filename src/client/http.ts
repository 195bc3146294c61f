// One HTTP call to the API: bearer, JSON, retry of what may be retried, refusals as ApiError.
// undici is loaded with the first call, so that commands which send nothing never pay for it.
// Follows no redirect (the credential must not travel on) and logs nothing.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { ServerUnreachable } from '../errors.ts'
import { VERSION } from '../version.ts'
import { type Answer, refusalOf } from './answers.ts'
import { mayRetry, retryWaitMs } from './retry.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base URL, or a whole URL as an upload ticket names it. */
  path: string
  /** Undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  json?: unknown
  /** A body of known length, opened anew for each attempt. */
  body?: { sizeBytes: number; open(): AsyncIterable<Uint8Array> }
  /** False leaves the credential out. */
  bearer?: boolean
  /** False gives up at the first failure. */
  retry?: boolean
  signal: AbortSignal
}

export interface HttpOptions {
  baseUrl: string
  apiKey: string | null
  /** Told before each wait for another attempt. */
  onRetry?: (error: Error, waitMs: number) => void
}

/** Longer than the 60 s that the API may hold a request. */
const ANSWER_TIMEOUT_MS = 90_000
const CONNECT_TIMEOUT_MS = 10_000

export class Http {
  readonly #options: HttpOptions
  #undici: Promise<{ undici: typeof import('undici'); dispatcher: Dispatcher }> | undefined
  #reached = false

  constructor(options: HttpOptions) {
    this.#options = options
  }

  /**
   * @returns the answer, its status 200 to 299
   * @throws ApiError what the server refused, after the retries that its table allows
   * @throws ServerUnreachable when nobody answered, or something that is not the API
   * @throws the signal's reason
   */
  async send(call: Call): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(call)
      } catch (error) {
        call.signal.throwIfAborted()
        if (!(error instanceof Error) || call.retry === false) throw error
        if (!mayRetry(error, attempt, this.#reached)) throw error
        const waitMs = retryWaitMs(error, attempt, Math.random())
        this.#options.onRetry?.(error, waitMs)
        await sleep(waitMs, undefined, { signal: call.signal }).catch(() => undefined)
        call.signal.throwIfAborted()
      }
    }
  }

  /** Ends idle connections, which would keep the process alive. */
  async close(): Promise<void> {
    await (await this.#undici)?.dispatcher.destroy()
  }

  async #once(call: Call): Promise<Answer> {
    const { undici, dispatcher } = await this.#load()
    const url = this.#urlOf(call)
    let answer: Answer
    try {
      const response = await undici.request(url, {
        dispatcher,
        method: call.method,
        headers: this.#headersOf(call),
        body: bodyOf(call),
        signal: call.signal,
      })
      answer = {
        status: response.statusCode,
        retryAfterSeconds: secondsOf(response.headers['retry-after']),
        text: await response.body.text(),
      }
    } catch (error) {
      throw unreachable(error, url)
    }
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, url.origin)
    this.#reached = true
    return answer
  }

  #load() {
    this.#undici ??= import('undici').then((undici) => ({
      undici,
      dispatcher: dispatcherFor(undici, new URL(this.#options.baseUrl)),
    }))
    return this.#undici
  }

  #urlOf({ path, query }: Call): URL {
    const url = new URL(/^https?:/.test(path) ? path : `${this.#options.baseUrl}${path}`)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return url
  }

  #headersOf({ headers, json, body, bearer }: Call): Record<string, string> {
    const { apiKey } = this.#options
    return {
      'user-agent': `scribe/${VERSION}`,
      accept: '*/*',
      ...(bearer !== false && apiKey !== null ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined
        ? {}
        : {
            'content-type': 'application/octet-stream',
            'content-length': String(body.sizeBytes),
          }),
      ...headers,
    }
  }
}

/** Proxies of the environment count, but never between this machine and itself. */
function dispatcherFor(undici: typeof import('undici'), baseUrl: URL): Dispatcher {
  const options = {
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  }
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(baseUrl.hostname)
  return local ? new undici.Agent(options) : new undici.EnvHttpProxyAgent(options)
}

function bodyOf({ json, body }: Call): string | Readable | null {
  if (json !== undefined) return JSON.stringify(json)
  return body === undefined ? null : Readable.from(body.open(), { objectMode: false })
}

function secondsOf(header: string | string[] | undefined): number | undefined {
  const seconds = Number.parseInt(String(header), 10)
  return Number.isNaN(seconds) || seconds < 0 ? undefined : seconds
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was lost',
  UND_ERR_SOCKET: 'the connection was lost',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer broke off',
}

/** What the network threw, as a sentence; errors of our own body stream pass as they are. */
function unreachable(error: unknown, url: URL): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '') return error
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : code)
  return new ServerUnreachable(`Could not reach ${url.origin}: ${reason}`, { cause: error })
}
