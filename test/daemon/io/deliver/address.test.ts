// Which addresses a delivery may dial, and that it dials the one that was checked.
import { describe, expect, it } from 'vitest'
import { dialer } from '../../../../daemon/io/deliver/dial.ts'
import { dnsResolve } from '../../../../daemon/io/deliver/resolve.ts'
import type { TargetRules } from '../../../../daemon/io/deliver/target.ts'
import { anyTargets, createDeliver, publicTargets } from '../../../../daemon/io/deliver.ts'
import { type DnsAnswer, startDnsServer } from '../../../support/dns-server.ts'
import { startReceiver, startReceiverPair } from '../../../support/receiver.ts'

const never = new AbortController().signal
const local = createDeliver({ targets: anyTargets, timeoutMs: 500 })
const headers = { 'Content-Type': 'application/json', 'X-Test': 'yes' }
const send = (url: string, deliver = local, signal = never) =>
  deliver.send({ url, headers, body: '{"é":1}' }, signal)

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
