import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anyTargets, createDeliver } from '../../../daemon/io/deliver.ts'
import { RECEIVER_CA, startReceiver, statuses } from '../../support/receiver.ts'

const never = new AbortController().signal
const local = createDeliver({ targets: anyTargets, timeoutMs: 500 })
const headers = { 'Content-Type': 'application/json', 'X-Test': 'yes' }
const send = (url: string, deliver = local, signal = never) =>
  deliver.send({ url, headers, body: '{"é":1}' }, signal)

/** A receiver below HTTP: gets the sockets. */
async function startSocketServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer(onSocket)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((own) => own?.address === '::1')

describe('one delivery', () => {
  it('is a POST of these very bytes with these headers to path and query', async () => {
    const receiver = await startReceiver()
    const outcome = await send(`${receiver.url}?team=a%20b#part`)

    expect(outcome).toEqual({ status: 204, error: null })
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/hook?team=a%20b',
        body: '{"é":1}',
        headers: {
          'content-type': 'application/json',
          'x-test': 'yes',
          'content-length': '8',
          host: `127.0.0.1:${receiver.port}`,
        },
      },
    ])
  })

  it.each([200, 201, 299])('is delivered with %i', async (code) => {
    const receiver = await startReceiver({ answer: statuses(code) })

    expect(await send(receiver.url)).toEqual({ status: code, error: null })
  })

  it.each([400, 404, 410, 500, 503])('has failed with %i', async (code) => {
    const receiver = await startReceiver({ answer: statuses(code) })

    expect(await send(receiver.url)).toEqual({ status: code, error: `answered ${code}` })
  })

  it.each([301, 302, 303, 307, 308])('does not follow a %i redirect', async (code) => {
    const elsewhere = await startReceiver()
    const receiver = await startReceiver({
      answer: (response) => void response.writeHead(code, { location: elsewhere.url }).end(),
    })

    expect(await send(receiver.url)).toEqual({ status: code, error: `answered ${code}` })
    expect(elsewhere.received).toEqual([])
  })

  it('has failed when nothing answers in time', async () => {
    const url = await startSocketServer(() => undefined)

    expect(await send(url)).toEqual({ status: null, error: 'no answer within 0.5 seconds' })
  })

  it('gives a receiver 10 seconds', async () => {
    const answering = (ms: number) =>
      startReceiver({ answer: (response) => void setTimeout(() => response.end(), ms) })
    const deliver = createDeliver({ targets: anyTargets })
    const [slow, tooSlow] = await Promise.all([
      answering(9000).then(({ url }) => send(url, deliver)),
      answering(11_000).then(({ url }) => send(url, deliver)),
    ])

    expect(slow).toEqual({ status: 200, error: null })
    expect(tooSlow).toEqual({ status: null, error: 'no answer within 10 seconds' })
  })

  it('has failed when the headers drip in, however steadily', async () => {
    const url = await startSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const started = performance.now()

    expect(await send(url)).toMatchObject({ status: null, error: expect.stringMatching(/within/) })
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('has failed when it is only told to go on', async () => {
    const url = await startSocketServer((socket) => {
      socket.on('error', () => undefined)
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })

    expect(await send(url)).toMatchObject({ status: null })
  })

  it('reads no endless headers', async () => {
    const url = await startSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.write(`HTTP/1.1 200 OK\r\n${`X-A: ${'b'.repeat(1000)}\r\n`.repeat(100)}`)
    })

    expect(await send(url)).toMatchObject({ status: null, error: expect.stringMatching(/Headers/) })
  })

  it('needs the status only: a body without end is dropped', async () => {
    let dropped = false
    const url = await startSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
      const flood = setInterval(() => socket.write(Buffer.alloc(1000)), 5)
      socket.on('close', () => {
        clearInterval(flood)
        dropped = true
      })
    })

    expect(await send(url)).toEqual({ status: 200, error: null })
    await expect.poll(() => dropped).toBe(true)
  })

  it.each(['garbage\r\n\r\n', 'HTTP/1.1 abc\r\n\r\n', ''])(
    'has failed when the answer is %j',
    async (answer) => {
      const url = await startSocketServer((socket) => void socket.end(answer))

      expect(await send(url)).toMatchObject({ status: null, error: expect.any(String) })
    },
  )

  it('has failed when nobody listens', async () => {
    const receiver = await startReceiver()
    await receiver.close()

    expect(await send(receiver.url)).toMatchObject({
      status: null,
      error: expect.stringMatching(/ECONNREFUSED/),
    })
  })

  it.runIf(hasIpv6)('reaches an IPv6 address that is written out', async () => {
    const receiver = await startReceiver({ host: '::1' })
    const outcome = await send(`http://[::1]:${receiver.port}/hook`)

    expect(outcome).toEqual({ status: 204, error: null })
    expect(receiver.received[0]?.headers.host).toBe(`[::1]:${receiver.port}`)
  })

  it('is broken off with its signal, which is no outcome', async () => {
    const url = await startSocketServer(() => undefined)
    const ending = new AbortController()
    setTimeout(() => ending.abort(new Error('closing')), 50)

    await expect(send(url, local, ending.signal)).rejects.toThrow('closing')
  })
})

describe('delivering over TLS', () => {
  const named = (ca?: string) => {
    const targets = { ...anyTargets, resolve: async () => ['127.0.0.1'] }
    return createDeliver({ targets, ...(ca === undefined ? {} : { ca }) })
  }

  it('works with a certificate that a known authority gave to this host', async () => {
    const receiver = await startReceiver({ tls: true })

    expect(await send(receiver.url, named(RECEIVER_CA))).toEqual({ status: 204, error: null })
    expect(receiver.received[0]?.headers.host).toBe(`hooks.test:${receiver.port}`)
  })

  it('takes the dot at the end of a host name for what it is', async () => {
    const receiver = await startReceiver({ tls: true })
    const url = receiver.url.replace('hooks.test', 'hooks.test.')

    expect(await send(url, named(RECEIVER_CA))).toEqual({ status: 204, error: null })
  })

  it('fails with a certificate of an unknown authority', async () => {
    const receiver = await startReceiver({ tls: true })

    expect(await send(receiver.url, named())).toMatchObject({ status: null })
    expect(receiver.received).toEqual([])
  })

  it.each(['other.test', '127.0.0.1'])(
    'fails at %s with the certificate of another host',
    async (host) => {
      const receiver = await startReceiver({ tls: true })
      const url = `https://${host}:${receiver.port}/hook`
      const outcome = await send(url, named(RECEIVER_CA))

      expect(outcome).toMatchObject({ status: null, error: expect.stringMatching(/altnames/) })
      expect(receiver.received).toEqual([])
    },
  )
})
