// One HTTP call to the API: bearer, JSON, retry of what may be retried, refusals as ApiError.
// undici is loaded with the first call, so that commands which send nothing never pay for it.
// Follows no redirect, as the credential must not travel on.
import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { Dispatcher } from 'undici'
import { ApiError, type RequestErrorCode } from '../api/errors.ts'
import { VERSION } from '../version.ts'
import { Address, type Target } from './address.ts'
import { type Answer, refusalOf } from './answers.ts'
import { type Body, incoming, outgoing } from './bodies.ts'
import { ConnectionFailed, connectionError, dispatcherFor } from './connection.ts'
import { retriesFor, retryAfterSeconds, retryWaitMs } from './retry.ts'
import type { Attempt, HeaderMap, Trace } from './trace.ts'

export interface Call extends Target {
  method: string
  /** Lower-case names; they go before the headers that are set by themselves. */
  headers?: Record<string, string>
  json?: unknown
  body?: Body
  /** False leaves the credential out. */
  bearer?: boolean
  /** False gives up at the first failure. */
  retry?: boolean
  /**
   * Whether doing it twice is no harm. Unless said, that is so for GET and PUT, and for whatever
   * has an idempotency key; the rest is sent again only when it has certainly not been done.
   */
  repeatable?: boolean
  signal: AbortSignal
}

export interface HttpOptions {
  baseUrl: string
  apiKey: string | null
  /** RETRIES and RECONNECTS of retry.ts when undefined. */
  maxRetries?: number | undefined
  /** Told before each wait for another attempt. */
  onRetry?: ((error: Error, waitMs: number) => void) | undefined
  /**
   * Told when the server was lost: which attempt to reach it again comes next, from 1; and null
   * once there is a connection again.
   */
  onLost?: ((attempt: number | null) => void) | undefined
  /**
   * Where the server is now, asked after a lost connection: the local daemon may come back on
   * another port. Null while nobody knows. Such a server counts as reached before.
   */
  locate?: (() => Promise<string | null>) | undefined
  /** A socket on this machine that leads to the server, instead of the base URL's host. */
  socketPath?: string | null
  trace?: Trace | undefined
}

/** An answer whose body is still on its way. */
export interface StreamedAnswer {
  status: number
  headers: HeaderMap
  body: AsyncIterable<Uint8Array>
  /** What an answer outside 200 to 299 means. */
  refusal: Error | null
}

type Response = Dispatcher.ResponseData

/**
 * Undici parses answers in WebAssembly. For V8 to optimise that takes 35 MB, and longer than all the
 * parsing that a command has to do.
 */
const UNOPTIMISED = '--no-wasm-tier-up --no-wasm-dynamic-tiering'

export class Http {
  readonly #options: HttpOptions
  readonly #address: Address
  #undici: Promise<{ undici: typeof import('undici'); dispatcher: Dispatcher }> | undefined
  readonly #left = new Set<string>()
  #reached: boolean
  #requests = 0
  /** Failed attempts since the server was lost. */
  #lost = 0

  constructor(options: HttpOptions) {
    this.#options = options
    this.#address = new Address(options.baseUrl, options.locate)
    this.#reached = options.locate !== undefined
  }

  /**
   * @returns the answer, its status 200 to 299
   * @throws ApiError what the server refused, after the retries that its table allows
   * @throws ServerUnreachable when nobody answered, or something that is not the API
   * @throws the signal's reason
   */
  send(call: Call): Promise<Answer> {
    return this.#repeat(call, async (attempt) => {
      const response = await this.#exchange(call, attempt)
      const bytes = await this.#bytesOf(response, attempt)
      const answer = answerOf(response, bytes)
      if (!isFine(answer.status)) throw this.#refused(answer, attempt.url)
      this.#reached = true
      return answer
    })
  }

  /** As send, but answers stay what they are: bytes on their way, also those of a refusal. */
  async stream(call: Call): Promise<StreamedAnswer> {
    let refused: StreamedAnswer | undefined
    try {
      return await this.#repeat(call, async (attempt) => {
        const response = await this.#exchange(call, attempt)
        const { statusCode: status, headers } = response
        if (isFine(status)) {
          this.#options.trace?.answered(attempt, status, headers, undefined)
          return { status, headers, body: incoming(response.body, attempt.url), refusal: null }
        }
        const bytes = await this.#bytesOf(response, attempt)
        const refusal = this.#refused(answerOf(response, bytes), attempt.url)
        refused = { status, headers, body: Readable.from([bytes]), refusal }
        throw refusal
      })
    } catch (error) {
      if (refused !== undefined && error === refused.refusal) return refused
      throw error
    }
  }

  /** Errors of this code are not repeated from now on: who calls knows better when to. */
  leave(code: RequestErrorCode): void {
    this.#left.add(code)
  }

  /** Ends idle connections, which would keep the process alive. */
  async close(): Promise<void> {
    await (await this.#undici)?.dispatcher.destroy()
  }

  async #repeat<T>(call: Call, once: (attempt: Attempt) => Promise<T>): Promise<T> {
    const { maxRetries, trace, onRetry } = this.#options
    const repeatable = call.repeatable ?? isRepeatable(call)
    // As many requests as there are may listen to one command's signal.
    setMaxListeners(0, call.signal)
    const number = ++this.#requests
    const failures = { lost: 0, refused: 0 }
    for (let attempt = 1; ; attempt += 1) {
      const { method } = call
      const url = this.#address.urlOf(call)
      const now = { number, attempt, method, url, startedMs: performance.now() }
      try {
        return await once(now)
      } catch (error) {
        call.signal.throwIfAborted()
        if (!(error instanceof Error)) throw error
        const lost = error instanceof ConnectionFailed
        if (lost) trace?.failed(now, error)
        // The caller may ask again by itself, and then in the right place.
        if (lost && call.retry === false) await this.#address.look()
        if (call.retry === false || this.#leaves(error)) throw error
        const failed = ++failures[lost ? 'lost' : 'refused']
        const retries = retriesFor(error, { reached: this.#reached, repeatable, maxRetries })
        if (failed > retries) throw error
        const waitMs = retryWaitMs(error, failed, Math.random())
        trace?.waiting(now, error, { waitMs, retry: failed, retries })
        onRetry?.(error, waitMs)
        if (lost) this.#tellLost(failed)
        await sleep(waitMs, undefined, { signal: call.signal }).catch(() => undefined)
        call.signal.throwIfAborted()
        if (lost) await this.#address.look()
      }
    }
  }

  /** Several requests may have lost it, each with its own count. */
  #tellLost(failed: number): void {
    if (failed <= this.#lost) return
    this.#lost = failed
    this.#options.onLost?.(failed)
  }

  #tellBack(): void {
    if (this.#lost === 0) return
    this.#lost = 0
    this.#options.onLost?.(null)
  }

  #leaves(error: Error): boolean {
    return error instanceof ApiError && this.#left.has(error.code)
  }

  async #exchange(call: Call, attempt: Attempt): Promise<Response> {
    const { undici, dispatcher } = await this.#load()
    const headers = this.#headersOf(call)
    const json = call.json === undefined ? undefined : JSON.stringify(call.json)
    this.#options.trace?.sending(attempt, headers, json)
    let unreadable: unknown
    const onError = (error: unknown) => {
      unreadable = error
    }
    const body = call.body === undefined ? null : outgoing(call.body, onError)
    try {
      const { method, signal } = call
      const options = { dispatcher, method: method as Dispatcher.HttpMethod, headers, signal }
      const response = await undici.request(attempt.url, { ...options, body: json ?? body })
      this.#tellBack()
      return response
    } catch (error) {
      throw unreadable ?? connectionError(error, attempt.url)
    }
  }

  async #bytesOf(response: Response, attempt: Attempt): Promise<Buffer> {
    const { statusCode, headers, body } = response
    const bytes = await buffer(incoming(body, attempt.url))
    this.#options.trace?.answered(attempt, statusCode, headers, bytes.toString())
    return bytes
  }

  /** Whoever gives the API's errors is the API. */
  #refused(answer: Answer, url: URL): Error {
    const refusal = refusalOf(answer, url.origin)
    if (refusal instanceof ApiError) this.#reached = true
    return refusal
  }

  #load() {
    setFlagsFromString(UNOPTIMISED)
    this.#undici ??= import('undici').then((undici) => ({
      undici,
      dispatcher: dispatcherFor(
        undici,
        new URL(this.#options.baseUrl),
        this.#options.socketPath ?? null,
        () => this.#tellBack(),
      ),
    }))
    return this.#undici
  }

  #headersOf({ headers, json, body, bearer }: Call): Record<string, string> {
    const { apiKey } = this.#options
    return {
      'user-agent': `scribe/${VERSION}`,
      accept: '*/*',
      ...(bearer !== false && apiKey !== null ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body && { 'content-type': 'application/octet-stream' }),
      ...(body?.sizeBytes == null ? {} : { 'content-length': String(body.sizeBytes) }),
      ...headers,
    }
  }
}

function isFine(status: number): boolean {
  return status >= 200 && status <= 299
}

function isRepeatable({ method, headers }: Call): boolean {
  return method === 'GET' || method === 'PUT' || headers?.['idempotency-key'] !== undefined
}

function answerOf({ statusCode, headers }: Response, bytes: Buffer): Answer {
  const retryAfter = [headers['retry-after'] ?? []].flat()[0]
  const seconds = retryAfterSeconds(retryAfter, Date.now())
  return { status: statusCode, retryAfterSeconds: seconds, text: bytes.toString(), bytes }
}
