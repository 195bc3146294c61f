// Connects to addresses that were checked before, whatever the name resolves to meanwhile, and
// hands the connection over only when its other end is one of them. Of several addresses a dead
// one is passed over.
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { isOneOf } from './public-address.ts'

/** What an address may take to answer while there are others, in ms. */
const NEXT_ADDRESS_MS = 2000

/**
 * A connector for undici that dials these addresses and no others.
 *
 * @param ca certificate authorities to trust in the place of the system's, PEM
 * @param signal breaks off connecting
 */
export function dialer(
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): buildConnector.connector {
  const lookup = pinnedLookup(addresses)
  return ({ protocol, hostname, port }, callback) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const secure = protocol === 'https:'
    const where = { host, port: Number(port) || (secure ? 443 : 80), lookup, ...NEXT_ADDRESS }
    const servername = isIP(host) === 0 ? host : ''
    const socket: Socket = secure
      ? connectTls({ ...where, servername, ALPNProtocols: ['http/1.1'], ...(ca ? { ca } : {}) })
      : connect(where)
    const stop = () => socket.destroy(signal.reason)
    const fail = (error: Error) => {
      signal.removeEventListener('abort', stop)
      callback(error, null)
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', fail)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      const { remoteAddress } = socket
      if (!isOneOf(addresses, remoteAddress ?? '')) {
        socket.destroy(new Error(`connected to ${remoteAddress}, which was not checked`))
        return
      }
      socket.off('error', fail)
      signal.removeEventListener('abort', stop)
      callback(null, socket)
    })
  }
}

const NEXT_ADDRESS = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS }

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, _options, callback) => callback(null, entries)
}
