import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOneOf, isPublicAddress } from '../../../../daemon/io/deliver/public-address.ts'

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
]

const NOT_PUBLIC: [string, string][] = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.0'],
  ['private', '10.255.255.255'],
  ['shared', '100.64.0.1'],
  ['cloud metadata', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.255'],
  ['cloud host', '168.63.129.16'],
  ['cloud metadata', '169.254.169.254'],
  ['private', '172.16.0.0'],
  ['private', '172.31.255.255'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['6to4 relay', '192.88.99.1'],
  ['private', '192.168.0.1'],
  ['benchmarks', '198.18.0.1'],
  ['benchmarks', '198.19.255.255'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback written out', '0:0:0:0:0:0:0:1'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['IPv4-compatible in hex', '::7f00:1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped in hex', '::ffff:7f00:1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64 of private', '64:ff9b::10.0.0.1'],
  ['NAT64 of public', '64:ff9b::808:808'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['discard', '100::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['benchmarks', '2001:2::1'],
  ['ORCHID', '2001:10::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of public', '2002:808:808::1'],
  ['former test network', '3ffe::1'],
  ['documentation', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['not assigned', '4000::1'],
  ['unique local', 'fc00::1'],
  ['cloud metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with zone', 'fe80::1%eth0'],
  ['public with zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['no address', 'example.com'],
  ['no address', ''],
  ['octal', '0177.0.0.1'],
]

describe('a public address', () => {
  it.each(PUBLIC)('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each(NOT_PUBLIC)('%s (%s) is none', (_kind, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it('is never an IPv4 address in an IPv6 disguise', () => {
    const hidden = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(
      fc.property(hidden, fc.ipV4(), (prefix, address) => {
        expect(isPublicAddress(prefix + address)).toBe(false)
      }),
    )
  })

  it('lies in 2000::/3 when it is IPv6', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (!isPublicAddress(address)) return
        const first = Number.parseInt(address.split(':')[0] || '0', 16)
        expect(first >= 0x2000 && first <= 0x3fff).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('one of the checked addresses', () => {
  it('is the same number, however it is written', () => {
    expect(isOneOf(['2001:db8:0:0::1', '192.0.2.1'], '2001:db8::1')).toBe(true)
    expect(isOneOf(['::ffff:7f00:1'], '::ffff:127.0.0.1')).toBe(true)
    expect(isOneOf(['192.0.2.1'], '192.0.2.1')).toBe(true)
  })

  it.each(['192.0.2.2', '::1', '', 'localhost'])('is not %j', (address) => {
    expect(isOneOf(['192.0.2.1', '2001:db8::1'], address)).toBe(false)
  })
})
