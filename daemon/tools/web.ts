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
  /** Null when the server does not say. */
  totalBytes: number | null
  /** The addresses that were asked, the first one first. */
  addresses: string[]
}

export interface Web {
  /** @throws WebError for a status other than 200, undici's and Node's errors, the signal's reason */
  get(url: string, signal: AbortSignal): Promise<Download>
  close(): Promise<void>
}

export function openWeb(npm: NpmOptions, env: NodeJS.ProcessEnv): Web {
  const dispatcher = dispatcherOf(npm, env)
  return {
    get: (url, signal) => follow(dispatcher, url, signal),
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
): Promise<Download> {
  const addresses = [first]
  for (let url = first; addresses.length <= MAX_REDIRECTS + 1; ) {
    const answer = await request(url, { dispatcher, signal, headersTimeout: ANSWER_MS })
    const { statusCode, headers, body } = answer
    if (statusCode === 200) {
      const length = Number(headers['content-length'])
      return { body, addresses, totalBytes: Number.isFinite(length) ? length : null }
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
