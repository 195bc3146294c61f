import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api/errors.ts'
import { Client } from '../../../src/client/client.ts'
import { Http, type HttpOptions } from '../../../src/client/http.ts'
import { ServerUnreachable } from '../../../src/errors.ts'
import * as scripted from '../../support/scripted-server.ts'

type Answer = scripted.Reply

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function serve(...answers: Answer[]) {
  const server = await scripted.serve(answers)
  closers.push(() => server.close())
  return server
}

function open(baseUrl: string, options: Partial<HttpOptions> = {}): Http {
  const http = new Http({ baseUrl, apiKey: 'svc_secret', ...options })
  closers.push(() => http.close())
  return http
}

const signal = new AbortController().signal
const get = { method: 'GET', path: '/account', signal } as const

const { broken, busy, refusal } = scripted
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
    const { baseUrl, seen } = await serve(fine, broken, fine)
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

  it('takes a bare 500 for a fault that may pass', async () => {
    const bare: Answer = (_request, response) => response.writeHead(500).end('<h1>Oops</h1>')
    const { baseUrl, seen } = await serve(bare, fine)
    await open(baseUrl).send(get)
    expect(seen).toHaveLength(2)
  })

  it('does not follow redirects, as the credential would go along', async () => {
    const away: Answer = (_request, response) =>
      response.writeHead(302, { location: 'https://example.com/' }).end()
    const { baseUrl, seen } = await serve(away)
    await expect(open(baseUrl).send(get)).rejects.toThrow(/302/)
    expect(seen).toHaveLength(1)
  })

  it('ends a held request with the signal’s reason', async () => {
    const controller = new AbortController()
    const { baseUrl } = await serve(() => controller.abort(new Error('enough')))
    const held = open(baseUrl).send({ ...get, signal: controller.signal })
    await expect(held).rejects.toThrow('enough')
  })

  it('ends the wait for another attempt with the signal’s reason', async () => {
    const { baseUrl } = await serve(refusal(429, limited, { 'retry-after': '60' }))
    const controller = new AbortController()
    const onRetry = () => setImmediate(() => controller.abort(new Error('enough')))
    const call = open(baseUrl, { onRetry }).send({ ...get, signal: controller.signal })
    await expect(call).rejects.toThrow('enough')
  })

  it('sends nothing twice that must not be done twice, when nobody knows whether it was', async () => {
    const { baseUrl, seen } = await serve(fine, broken, fine)
    const http = open(baseUrl)
    await http.send(get)
    await expect(http.send({ ...get, method: 'DELETE' })).rejects.toThrow(/connection was lost/)
    expect(seen).toHaveLength(2)
  })

  it('repeats as often as it is told, or not at all', async () => {
    const { baseUrl, seen } = await serve(busy)
    await expect(open(baseUrl, { maxRetries: 0 }).send(get)).rejects.toThrow(ApiError)
    expect(seen).toHaveLength(1)
    await expect(open(baseUrl, { maxRetries: 1 }).send(get)).rejects.toThrow(ApiError)
    expect(seen).toHaveLength(3)
  })

  it('finds a server that came back on another port, also by the URLs it gave before', async () => {
    const before = await serve(fine)
    const after = await serve(fine)
    const http = open(before.baseUrl, { locate: async () => after.baseUrl })
    await http.send(get)
    before.close()
    await http.send({ ...get, path: `${before.baseUrl}/transcriptions/tr_1/upload/chunks/0` })
    expect(after.seen.map(({ url }) => url)).toEqual(['/v1/transcriptions/tr_1/upload/chunks/0'])
  })

  it('does not blame the network for a file that cannot be read', async () => {
    const { baseUrl } = await serve(fine)
    const body = {
      sizeBytes: 6,
      async *open() {
        yield Buffer.from('abc')
        throw Object.assign(new Error('the disk is broken'), { code: 'EIO' })
      },
    }
    const sent = open(baseUrl).send({ ...get, method: 'PUT', body })
    await expect(sent).rejects.toThrow('the disk is broken')
    await expect(sent).rejects.not.toBeInstanceOf(ServerUnreachable)
  })

  it('hands over the bytes of an answer, and of a refusal after its retries', async () => {
    const bytes = Buffer.from([0, 255, 10, 13])
    const { baseUrl } = await serve(
      busy,
      (_request, response) => response.end(bytes),
      (_request, response) => response.writeHead(404).end(bytes),
    )
    const http = open(baseUrl)
    const good = await http.stream(get)
    expect(Buffer.from(await buffer(good.body))).toEqual(bytes)
    expect(good.refusal).toBeNull()
    const bad = await http.stream(get)
    expect(Buffer.from(await buffer(bad.body))).toEqual(bytes)
    expect(bad).toMatchObject({ status: 404, refusal: expect.any(ServerUnreachable) })
  })
})
