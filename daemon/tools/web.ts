// Downloads by the user's own way into the network: the proxy and certificates of npm's
// configuration, else HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Redirects are followed by hand, so that
// the caller sees where a release lives, and never from https to http.
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import type { NpmOptions } from '../models/npm-config.ts'

const MAX_REDIRECTS = 5
const ANSWER_MS = 30_000
/** Between two parts of a body. */
const SILENCE_MS = 60_000

export class WebError extends Error {
  override readonly name = 'WebError'
  readonly code: string

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.code = `E${status}`
  }
}

export interface Download {
  body: AsyncIterable<Uint8Array>
  /** Of this body; null when the server does not say. */
  totalBytes: number | null
  /** First byte of the file that this body holds: 0, or later after a `range` was asked for. */
  startByte: number
  /** Of this state of the file; null when the server gives none. */
  etag: string | null
  /** The addresses that were asked, the first one first. */
  addresses: string[]
}

export interface Web {
  /**
   * @param headers sent to every address, e.g. `range`
   * @throws WebError for a status other than 200 and 206, undici's and Node's errors, the signal's
   *   reason
   */
  get(url: string, signal: AbortSignal, headers?: Record<string, string>): Promise<Download>
  close(): Promise<void>
}

export function openWeb(npm: NpmOptions, env: NodeJS.ProcessEnv): Web {
  const dispatcher = dispatcherOf(npm, env)
  return {
    get: (url, signal, headers = {}) => follow(dispatcher, url, signal, headers),
    close: () => dispatcher.destroy(),
  }
}

function dispatcherOf(npm: NpmOptions, env: NodeJS.ProcessEnv): Dispatcher {
  const tls = {
    ...(npm.ca ? { ca: npm.ca as string | string[] } : {}),
    ...(npm.strictSSL === false ? { rejectUnauthorized: false } : {}),
  }
  const all = text(npm.httpsProxy) ?? text(npm.proxy)
  const https = all ?? env.https_proxy ?? env.HTTPS_PROXY
  const http = all ?? env.http_proxy ?? env.HTTP_PROXY
  const options = { connect: tls, requestTls: tls, proxyTls: tls, bodyTimeout: SILENCE_MS }
  if (!https && !http) return new Agent(options)
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: text(npm.noProxy) ?? env.no_proxy ?? env.NO_PROXY ?? '',
  })
}

async function follow(
  dispatcher: Dispatcher,
  first: string,
  signal: AbortSignal,
  sent: Record<string, string>,
): Promise<Download> {
  const addresses = [first]
  for (let url = first; addresses.length <= MAX_REDIRECTS + 1; ) {
    const options = { dispatcher, signal, headers: sent, headersTimeout: ANSWER_MS }
    const { statusCode, headers, body } = await request(url, options)
    if (statusCode === 200 || statusCode === 206) {
      return { body, addresses, ...partOf(statusCode, headers), etag: text(headers.etag) ?? null }
    }
    body.on('error', () => undefined).destroy()
    const { location } = headers
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') {
      throw new WebError(statusCode)
    }
    const next = new URL(location, url)
    if (next.protocol !== 'https:' && url.startsWith('https:')) throw new WebError(statusCode)
    url = next.href
    addresses.push(url)
  }
  throw new WebError(310)
}

function partOf(
  status: number,
  { 'content-length': length, 'content-range': range }: Record<string, unknown>,
): { startByte: number; totalBytes: number | null } {
  const startByte = status === 206 ? Number(/^bytes (\d+)-/.exec(String(range))?.[1]) : 0
  if (!Number.isInteger(startByte)) throw new WebError(416)
  const totalBytes = Number(length)
  return { startByte, totalBytes: Number.isFinite(totalBytes) ? totalBytes : null }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
