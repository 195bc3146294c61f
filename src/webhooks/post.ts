// Posts one delivery as the server would: ten seconds for everything, no redirect, no proxy, and
// the answer's status is all that counts. Not for strangers' addresses: those here are the user's.
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { UsageError } from '../errors.ts'
import type { HeaderPairs, SentTo } from './record.ts'

const ANSWER_TIMEOUT_MS = 10_000

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was lost',
}

/**
 * @returns never rejects because of the receiver: `error` says what went wrong
 * @throws the signal's reason
 */
export async function post(
  url: URL,
  headers: HeaderPairs,
  body: Buffer,
  signal: AbortSignal,
): Promise<SentTo> {
  const begun = performance.now()
  const outcome = await statusOf(url, headers, body, signal).then(
    (status) => ({ status, error: isDelivered(status) ? null : `answered ${status}` }),
    (error: unknown) => ({ status: null, error: reasonOf(error) }),
  )
  signal.throwIfAborted()
  return { url: url.href, ...outcome, duration_ms: Math.round(performance.now() - begun) }
}

function isDelivered(status: number): boolean {
  return status >= 200 && status <= 299
}

async function statusOf(
  url: URL,
  headers: HeaderPairs,
  body: Buffer,
  signal: AbortSignal,
): Promise<number> {
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  const sent = request(url, { method: 'POST', agent: false, signal })
  for (const [name, value] of headers) sent.appendHeader(name, value)
  const late = new Error(`no answer within ${ANSWER_TIMEOUT_MS / 1000} s`)
  const timer = setTimeout(() => sent.destroy(late), ANSWER_TIMEOUT_MS)
  try {
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.end(body)
    const [{ statusCode = 0 }] = await answered
    return statusCode
  } finally {
    clearTimeout(timer)
    // The connection may break while the rest of the answer is thrown away.
    sent.on('error', () => undefined).destroy()
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : code)
}

/**
 * A receiver's address; `localhost:3000/hook` will do.
 *
 * @param flag what a complaint calls it
 */
export function receiverUrl(flag: string, text: string): URL {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${flag} takes a URL such as http://localhost:3000/hook, not "${text}"`)
  }
  if (url.username === '' && url.password === '') return url
  throw new UsageError(`${flag} takes a URL without user name and password`)
}
