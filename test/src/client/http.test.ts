import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api/errors.ts'
import { Client } from '../../../src/client/client.ts'
import { Http, type HttpOptions } from '../../../src/client/http.ts'
import { ServerUnreachable } from '../../../src/errors.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server that gives its answers one after the other, the last one for ever. */
async function serve(...answers: Answer[]): Promise<{ baseUrl: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    seen.push(request)
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}

function open(baseUrl: string, options: Partial<HttpOptions> = {}): Http {
  const http = new Http({ baseUrl, apiKey: 'svc_secret', ...options })
  closers.push(() => http.close())
  return http
}

const signal = new AbortController().signal
const get = { method: 'GET', path: '/account', signal } as const

function refusal(status: number, error: object, headers: Record<string, string> = {}): Answer {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify({ error }))
}

const fine: Answer = (_request, response) => response.end('{"ok":true}')
const limited = { code: 'rate_limited', message: 'slow down', retryable: true }

describe('Http', () => {
  it('sends the credential, and leaves it out where it must', async () => {
    const { baseUrl, seen } = await serve(fine)
    const http = open(baseUrl)
    await http.send(get)
    await http.send({ ...get, bearer: false })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer svc_secret',
      undefined,
    ])
  })

  it('makes the error of the envelope again, with all its facts', async () => {
    const error = {
      ...{ code: 'insufficient_minutes', message: 'none left', retryable: false },
      ...{ minutes_needed: 5, minutes_remaining: 0, action_url: 'https://example.com/buy' },
    }
    const { baseUrl } = await serve(refusal(402, error))
    const caught = await open(baseUrl)
      .send(get)
      .catch((reason: unknown) => reason)
    expect(caught).toBeInstanceOf(ApiError)
    expect((caught as ApiError).envelope()).toEqual({ error })
  })

  it('waits as long as Retry-After says and repeats the same request, key and body', async () => {
    const bodies: Promise<string>[] = []
    const first: Answer = (request, response) => {
      bodies.push(text(request))
      refusal(429, limited, { 'retry-after': '1' })(request, response)
    }
    const second: Answer = (request, response) => {
      bodies.push(text(request))
      fine(request, response)
    }
    const { baseUrl, seen } = await serve(first, second)
    const waits: number[] = []
    const http = open(baseUrl, { onRetry: (_error, waitMs) => waits.push(waitMs) })
    const call = { ...get, method: 'POST', json: { a: 1 }, headers: { 'idempotency-key': 'k' } }
    await http.send(call as Parameters<Http['send']>[0])
    expect(waits).toEqual([1000])
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k'])
    expect(await Promise.all(bodies)).toEqual(['{"a":1}', '{"a":1}'])
  })

  it('opens a streamed body anew for each attempt', async () => {
    const received: string[] = []
    const read =
      (then: Answer): Answer =>
      async (request, response) => {
        received.push(await text(request))
        then(request, response)
      }
    const busy = refusal(503, { code: 'service_unavailable', message: 'busy', retryable: true })
    const { baseUrl } = await serve(read(busy), read(fine))
    const body = {
      sizeBytes: 6,
      async *open() {
        yield Buffer.from('abc')
        yield Buffer.from('def')
      },
    }
    await open(baseUrl).send({ ...get, method: 'PUT', body })
    expect(received).toEqual(['abcdef', 'abcdef'])
  })

  it('does not repeat what the server refuses for good', async () => {
    const { baseUrl, seen } = await serve(
      refusal(404, { code: 'not_found', message: 'no', retryable: false }),
    )
    await expect(open(baseUrl).send(get)).rejects.toThrow(ApiError)
    expect(seen).toHaveLength(1)
  })

  it('repeats after a connection that broke once the server has been reached', async () => {
    const breaks: Answer = (request) => request.socket.destroy()
    const { baseUrl, seen } = await serve(fine, breaks, fine)
    const http = open(baseUrl)
    await http.send(get)
    await http.send(get)
    expect(seen).toHaveLength(3)
  })

  it('says at once that nobody listens', async () => {
    const http = open('http://127.0.0.1:9/v1')
    await expect(http.send(get)).rejects.toThrow(ServerUnreachable)
    await expect(http.send(get)).rejects.toThrow(/nobody listens/)
  })

  it('takes a page that is no API for a wrong base URL', async () => {
    const page: Answer = (_request, response) => response.writeHead(404).end('<h1>Not Found</h1>')
    const { baseUrl } = await serve(page)
    await expect(open(baseUrl).send(get)).rejects.toThrow(/end in \/v1/)
  })

  it('takes a page that answers 200 for a wrong base URL, too', async () => {
    const { baseUrl } = await serve((_request, response) => response.end('<html>'))
    const client = new Client({ baseUrl, apiKey: null })
    closers.push(() => client.close())
    const failed = client.get('tr_1', {}, signal)
    await expect(failed).rejects.toBeInstanceOf(ServerUnreachable)
    await expect(failed).rejects.toThrow(/base URL/)
  })

  it('takes a gateway’s bare 401 for what it is', async () => {
    const bare: Answer = (_request, response) => response.writeHead(401).end()
    const { baseUrl } = await serve(bare)
    await expect(open(baseUrl).send(get)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('does not follow redirects, as the credential would go along', async () => {
    const away: Answer = (_request, response) =>
      response.writeHead(302, { location: 'https://example.com/' }).end()
    const { baseUrl, seen } = await serve(away)
    await expect(open(baseUrl).send(get)).rejects.toThrow(/302/)
    expect(seen).toHaveLength(1)
  })

  it('ends a held request with the signal’s reason', async () => {
    const { baseUrl } = await serve(() => {})
    const controller = new AbortController()
    const held = open(baseUrl).send({ ...get, signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(held).rejects.toThrow('enough')
  })

  it('ends the wait for another attempt with the signal’s reason', async () => {
    const { baseUrl } = await serve(refusal(429, limited, { 'retry-after': '60' }))
    const controller = new AbortController()
    const onRetry = () => setTimeout(() => controller.abort(new Error('enough')), 10)
    const call = open(baseUrl, { onRetry }).send({ ...get, signal: controller.signal })
    await expect(call).rejects.toThrow('enough')
  })
})
