import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dialer } from '../../../daemon/io/deliver/dial.ts'
import { dnsResolve } from '../../../daemon/io/deliver/resolve.ts'
import type { TargetRules } from '../../../daemon/io/deliver/target.ts'
import { anyTargets, createDeliver, publicTargets } from '../../../daemon/io/deliver.ts'
import { type DnsAnswer, startDnsServer } from '../../support/dns-server.ts'
import { RECEIVER_CA, startReceiver, startReceiverPair, statuses } from '../../support/receiver.ts'

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

/** Linux answers on all of 127.0.0.0/8, other systems on 127.0.0.1 only. */
const isLinux = process.platform === 'linux'

describe('the address of a receiver', () => {
  /** Rules under which 127.0.0.2 plays the public address, and every other one is private. */
  async function rulesWith(answers: DnsAnswer[]): Promise<TargetRules & { asked: () => number }> {
    let asked = 0
    const server = await startDnsServer(({ type }) => {
      if (type === 'AAAA') return []
      asked += 1
      return answers[Math.min(asked, answers.length) - 1] ?? []
    })
    return {
      allowHttp: true,
      isAllowed: (address) => address === '127.0.0.2',
      resolve: dnsResolve([server.address]),
      asked: () => asked,
    }
  }

  it.runIf(isLinux)(
    'is looked up once, and the checked one is dialled: rebinding the name changes nothing',
    async () => {
      const [checked, inside] = await startReceiverPair('127.0.0.2', '127.0.0.1')
      const targets = await rulesWith([['127.0.0.2'], ['127.0.0.1']])
      const outcome = await send(`http://rebind.test:${checked?.port}/`, createDeliver({ targets }))

      expect(outcome).toEqual({ status: 204, error: null })
      expect(targets.asked()).toBe(1)
      expect([checked?.received.length, inside?.received.length]).toEqual([1, 0])
    },
  )

  it('is checked again at every delivery', async () => {
    const inside = await startReceiver()
    const targets = await rulesWith([['127.0.0.2'], ['127.0.0.1']])
    const deliver = createDeliver({ targets })
    const url = `http://rebind.test:${inside.port}/`
    await deliver.check(url)
    const outcome = await send(url, deliver)

    expect(outcome).toEqual({
      status: null,
      error: 'webhook_url must lead to a public address.',
    })
    expect(inside.received).toEqual([])
  })

  it('must be public, each one of them', async () => {
    const targets = await rulesWith([['127.0.0.2', '127.0.0.1']])

    await expect(createDeliver({ targets }).check('http://both.test/')).rejects.toMatchObject({
      details: { params: { webhook_url: 'must lead to a public address' } },
    })
  })

  it.runIf(isLinux)('is passed over when it is dead and there is another', async () => {
    const receiver = await startReceiver({ host: '127.0.0.2' })
    const targets = { ...anyTargets, resolve: async () => ['127.0.0.3', '127.0.0.2'] }
    const outcome = await send(`http://two.test:${receiver.port}/`, createDeliver({ targets }))

    expect(outcome).toEqual({ status: 204, error: null })
  })

  it('is compared with the connection: another peer gets nothing', async () => {
    const receiver = await startReceiver()
    const connect = dialer(['127.0.0.2'], undefined, never)
    const options = { protocol: 'http:', hostname: '127.0.0.1', port: String(receiver.port) }
    const error = await new Promise((resolve) =>
      connect(options, (...result) => resolve(result[0])),
    )

    expect(error).toMatchObject({ message: 'connected to 127.0.0.1, which was not checked' })
  })

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
  ])('must be public when it is written out: not %s', async (url) => {
    const deliver = createDeliver({ targets: publicTargets() })

    await expect(deliver.check(url)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { params: { webhook_url: 'must lead to a public address' } },
    })
    expect(await send(url, deliver)).toMatchObject({ status: null })
  })

  it.each(['https://8.8.8.8/', 'https://[2606:4700:4700::1111]/'])(
    'may be written out when it is public: %s',
    async (url) => {
      await expect(createDeliver({ targets: publicTargets() }).check(url)).resolves.toBeUndefined()
    },
  )

  it.each<[string, string[]]>([
    ['private', ['192.168.1.1']],
    ['loopback', ['127.0.0.1']],
    ['unique local', ['fd00::1']],
    ['mapped', ['::ffff:7f00:1']],
    ['public and private', ['8.8.8.8', '10.0.0.1']],
    ['public, and private as IPv6', ['8.8.8.8', 'fe80::1']],
  ])('must be public behind a name: not %s', async (_kind, addresses) => {
    const { address } = await startDnsServer(() => addresses)
    const deliver = createDeliver({ targets: publicTargets([address]) })

    await expect(deliver.check('https://inside.test/')).rejects.toMatchObject({
      details: { params: { webhook_url: 'must lead to a public address' } },
    })
  })
})
