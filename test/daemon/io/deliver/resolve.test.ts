import { describe, expect, it } from 'vitest'
import { dnsResolve, systemResolve } from '../../../../daemon/io/deliver/resolve.ts'
import { type DnsAnswer, startDnsServer } from '../../../support/dns-server.ts'

const never = new AbortController().signal

async function resolve(answers: { A: DnsAnswer; AAAA: DnsAnswer }): Promise<string[]> {
  const server = await startDnsServer(({ type }) => answers[type])
  return dnsResolve([server.address])('hooks.test', never)
}

describe('resolving a webhook host', () => {
  it('gives the addresses of both families, IPv4 first', async () => {
    const found = await resolve({ A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] })

    expect(found).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
  })

  it.each<[DnsAnswer, DnsAnswer]>([
    [['192.0.2.1'], []],
    [['192.0.2.1'], 'servfail'],
    [['192.0.2.1'], 'nxdomain'],
  ])('needs one family only: A %j, AAAA %j', async (A, AAAA) => {
    expect(await resolve({ A, AAAA })).toEqual(['192.0.2.1'])
  })

  it.each<[DnsAnswer, DnsAnswer]>([
    ['nxdomain', 'nxdomain'],
    [[], []],
  ])('tells a host that does not exist: 422 (A %j, AAAA %j)', async (A, AAAA) => {
    await expect(resolve({ A, AAAA })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { params: { webhook_url: 'names a host that does not exist' } },
    })
  })

  it.each<[DnsAnswer, DnsAnswer]>([
    ['servfail', 'servfail'],
    ['servfail', []],
    ['silent', 'silent'],
    ['silent', []],
  ])('tells a resolver that does not answer: 503 (A %j, AAAA %j)', async (A, AAAA) => {
    const started = performance.now()
    await expect(resolve({ A, AAAA })).rejects.toMatchObject({ code: 'service_unavailable' })

    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('asks in the DNS alone: a name of the hosts file is unknown', async () => {
    const server = await startDnsServer(() => 'nxdomain')

    await expect(dnsResolve([server.address])('localhost', never)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(server.questions.length).toBeGreaterThan(0)
  })

  it('is broken off with its signal', async () => {
    const server = await startDnsServer(() => 'silent')
    const ending = new AbortController()
    setTimeout(() => ending.abort(new Error('closing')), 50)

    await expect(dnsResolve([server.address])('hooks.test', ending.signal)).rejects.toThrow(
      'closing',
    )
  })

  it('asks the system for local work', async () => {
    const found = await systemResolve('localhost', never)

    expect(found.some((address) => address === '127.0.0.1' || address === '::1')).toBe(true)
  })

  it('tells a name that the system does not know either', async () => {
    await expect(systemResolve('does-not-exist.invalid', never)).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_request|service_unavailable)$/),
    })
  })
})
