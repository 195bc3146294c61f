// A real webhook receiver on loopback that keeps what it got and answers as a test says.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Event } from '../../src/api/types.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Names as they were sent. */
  rawHeaders: string[]
  body: string
  atMs: number
}

export interface Receiver {
  url: string
  port: number
  received: Received[]
  /** Resolves once so many requests have arrived whole. */
  until(count: number): Promise<Received[]>
  /** Refuses connections from now on. */
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** How to answer the nth request, counted from 1; 204 when absent. */
  answer?: (response: ServerResponse, count: number) => void
  /** https, as hooks.test. */
  tls?: boolean
  host?: string
  port?: number
}

const TLS = join(import.meta.dirname, '../fixtures/tls')
/** The authority that vouches for hooks.test, PEM. */
export const RECEIVER_CA = readFileSync(join(TLS, 'ca.pem'), 'utf8')

const status = (code: number) => (response: ServerResponse) => {
  response.writeHead(code).end()
}
/** Answers with these codes in turn, the last one from then on. */
export const statuses =
  (...codes: number[]) =>
  (response: ServerResponse, count: number) =>
    status(codes[Math.min(count, codes.length) - 1] ?? 204)(response)

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { answer = status(204), tls = false, host = '127.0.0.1', port = 0 } = options
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const listener: RequestListener = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method = '', url = '', headers, rawHeaders } = request
    received.push({ method, path: url, headers, rawHeaders, body, atMs: Date.now() })
    for (const check of waiting) check()
    answer(response, received.length)
  }
  const server = tls ? createTlsServer(credentials(), listener) : createServer(listener)
  server.listen(port, host)
  await once(server, 'listening')
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  onTestFinished(close)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https://hooks.test' : `http://${host}`}:${bound}/hook`,
    port: bound,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
    close,
  }
}

/** Two receivers on the same port of two addresses. */
export async function startReceiverPair(first: string, second: string): Promise<Receiver[]> {
  for (;;) {
    const one = await startReceiver({ host: first })
    try {
      return [one, await startReceiver({ host: second, port: one.port })]
    } catch (error) {
      // Somebody has that port on the second address: try another.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

function credentials() {
  const read = (name: string) => readFileSync(join(TLS, name))
  return { key: read('receiver-key.pem'), cert: read('receiver.pem') }
}

export function eventOf({ body }: Received): Event {
  return JSON.parse(body) as Event
}
