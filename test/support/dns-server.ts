// A tiny name server on loopback: enough of the protocol to answer A and AAAA questions the way a
// test says, and to count them.
import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { onTestFinished } from 'vitest'

export interface DnsQuestion {
  name: string
  type: 'A' | 'AAAA'
}

/** Addresses (of the asked type or not: others are left out), or how not to answer. */
export type DnsAnswer = string[] | 'nxdomain' | 'servfail' | 'silent'

export interface DnsServer {
  /** For Resolver.setServers. */
  address: string
  questions: DnsQuestion[]
}

const RCODES = { servfail: 2, nxdomain: 3 }

export async function startDnsServer(answer: (q: DnsQuestion) => DnsAnswer): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: DnsQuestion[] = []
  socket.on('message', (message, peer) => {
    const question = readQuestion(message)
    questions.push(question)
    const found = answer(question)
    if (found !== 'silent') socket.send(reply(message, question, found), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => socket.close(() => resolve())))
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

function readQuestion(message: Buffer): DnsQuestion {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A' }
}

function reply(
  message: Buffer,
  { name, type }: DnsQuestion,
  found: Exclude<DnsAnswer, 'silent'>,
): Buffer {
  const addresses = typeof found === 'string' ? [] : found.filter((one) => isOfType(one, type))
  const header = Buffer.alloc(12)
  message.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof found === 'string' ? RCODES[found] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  const question = message.subarray(12, 12 + name.length + 2 + 4)
  return Buffer.concat([header, question, ...addresses.map((one) => resource(one, type))])
}

/** A record for the name in the question, not to be cached. */
function resource(address: string, type: DnsQuestion['type']): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type === 'A' ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function ipv6Bytes(address: string): Buffer {
  const [before = [], after = []] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]))
}

function isOfType(address: string, type: DnsQuestion['type']): boolean {
  return isIPv4(address) === (type === 'A')
}
