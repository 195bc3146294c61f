// The HTTP side of `scribe webhook listen`: takes POSTs within bounds of size and time, hands over
// their bytes, and answers with the status that it is told. Knows nothing of signatures.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DELIVERY_MAX_BYTES, type HeaderPairs } from './record.ts'

export interface Received {
  at: Date
  method: string
  path: string
  remoteAddress: string | null
  headers: HeaderPairs
  body: Buffer
}

export interface Answer {
  status: number
  /** Some words for the sender's log. */
  text?: string
}

export interface ReceiverOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  onDelivery(received: Received): Promise<Answer>
  /** A request that is no delivery was answered so. */
  onRefused(answer: Answer, method: string): void
  /** `onDelivery` threw; its sender gets no answer. */
  onFailure(error: unknown): void
}

export interface Receiver {
  url: string
  /** Lets what is under way end, unless `atOnce`. */
  close(atOnce: boolean): Promise<void>
}

/** A sender gives up after ten seconds, too. */
const REQUEST_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 1000
const MAX_CONNECTIONS = 32

const TOO_LARGE: Answer = { status: 413, text: `Larger than ${DELIVERY_MAX_BYTES} bytes` }
const NOT_POST: Answer = { status: 405, text: 'scribe webhook listen takes deliveries by POST' }

/** @throws Error in words when it cannot listen there */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  const server = createServer(
    {
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      exchange(options, request, response).catch((error: unknown) => {
        response.destroy()
        options.onFailure(error)
      })
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  server.listen(options.port, options.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw notListening(options, error)
  }
  const { address, family, port } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return { url: `http://${host}:${port}`, close: (atOnce) => close(server, atOnce) }
}

function notListening({ host, port }: ReceiverOptions, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason =
    code === 'EADDRINUSE'
      ? `Port ${port} is in use; choose another with --port, or a free one with --port 0`
      : `Cannot listen on ${host} port ${port}: ${message}`
  return new Error(reason, { cause })
}

async function close(server: Server, atOnce: boolean): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  if (atOnce) server.closeAllConnections()
  await closed
}

async function exchange(
  options: ReceiverOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = new Date()
  response.on('error', () => undefined)
  const refusal = request.method === 'POST' ? null : NOT_POST
  const body = refusal === null ? await bodyOf(request) : null
  if (body === 'broken') return
  if (body !== null && body !== 'too large') {
    answer(response, await options.onDelivery(received(request, body, at)))
    return
  }
  const refused = refusal ?? TOO_LARGE
  options.onRefused(refused, request.method ?? '')
  answer(response, refused)
}

/** Reads no more than is taken; what a sender broke off is no delivery. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | 'too large' | 'broken'> {
  if (Number(request.headers['content-length'] ?? 0) > DELIVERY_MAX_BYTES) return 'too large'
  const read: Buffer[] = []
  let sizeBytes = 0
  try {
    const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      if (sizeBytes > DELIVERY_MAX_BYTES) return 'too large'
      read.push(chunk)
    }
  } catch {
    return 'broken'
  }
  return Buffer.concat(read)
}

function received(request: IncomingMessage, body: Buffer, at: Date): Received {
  const { method = '', url = '', rawHeaders, socket } = request
  const headers: HeaderPairs = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? ''])
  }
  return { at, method, path: url, remoteAddress: socket.remoteAddress ?? null, headers, body }
}

/** One connection a delivery: the end of the last one is the end of all. */
function answer(response: ServerResponse, { status, text = '' }: Answer): void {
  const body = text === '' ? '' : `${text}\n`
  const type = body === '' ? {} : { 'Content-Type': 'text/plain; charset=utf-8' }
  const allow = status === 405 ? { Allow: 'POST' } : {}
  response.writeHead(status, { ...type, ...allow, Connection: 'close' }).end(body)
}
