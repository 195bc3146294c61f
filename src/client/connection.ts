// Connections: which way they go, and what the network's errors mean. Two kinds of failure are
// told apart, as they are not equally safe to repeat: no connection came about, so nothing was
// sent; or one was lost on the way, and the server may have done the work.
import type { Dispatcher } from 'undici'
import { ServerUnreachable } from '../errors.ts'

/** No answer came. */
export class ConnectionFailed extends ServerUnreachable {
  /** The request may have arrived. */
  readonly established: boolean

  constructor(origin: string, cause: Coded) {
    const [reason, established] = FAILURES[cause.code] ?? [reasonOf(cause), false]
    super(`Could not reach ${origin}: ${reason}`, { cause })
    this.established = established
  }
}

/** What to say, and whether there was a connection. */
const FAILURES: Record<string, [reason: string, established: boolean]> = {
  ECONNREFUSED: ['nobody listens there', false],
  // The socket of a daemon that has gone.
  ENOENT: ['nobody listens there', false],
  ENOTFOUND: ['no such host', false],
  EAI_AGAIN: ['the host name could not be resolved', false],
  EHOSTUNREACH: ['there is no way to that host', false],
  ENETUNREACH: ['the network is down', false],
  UND_ERR_CONNECT_TIMEOUT: ['no connection in time', false],
  ECONNRESET: ['the connection was lost', true],
  EPIPE: ['the connection was lost', true],
  ETIMEDOUT: ['the connection was lost', true],
  UND_ERR_SOCKET: ['the connection was lost', true],
  UND_ERR_HEADERS_TIMEOUT: ['no answer in time', true],
  UND_ERR_BODY_TIMEOUT: ['the answer broke off', true],
  UND_ERR_ABORTED: ['the answer broke off', true],
}

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** OpenSSL's own words help nobody. */
function reasonOf({ code, message }: Coded): string {
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak https; is it http?'
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet; is the clock right?'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host'
  if (!UNTRUSTED.has(code)) return message.trim()
  const hint = 'if it is your own, name the authority that signed it (PEM) in NODE_EXTRA_CA_CERTS'
  return `its certificate is not trusted (${message.trim()}); ${hint}`
}

type Coded = Error & { code: string }

/** What the network threw, as a sentence; anything else passes as it is. */
export function connectionError(error: unknown, url: URL): unknown {
  if (!isCoded(error)) return error
  // Such as a header that cannot be: a mistake of ours, not of the network.
  const isOurs = error.code.startsWith('UND_ERR_') && !(error.code in FAILURES)
  return isOurs ? error : new ConnectionFailed(url.origin, error)
}

function isCoded(error: unknown): error is Coded {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

/** Longer than the 60 s that the API may hold a request. */
const ANSWER_TIMEOUT_MS = 90_000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Proxies of the environment count, but never between this machine and itself.
 *
 * @param socketPath a socket that leads to the server, whatever the address
 * @param onConnected told of every new connection, but not of those through a proxy
 */
export function dispatcherFor(
  undici: typeof import('undici'),
  baseUrl: URL,
  socketPath: string | null,
  onConnected: () => void,
): Dispatcher {
  const connect = undici.buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    ...(socketPath === null ? {} : { socketPath }),
  })
  const options = {
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    connect: ((to, callback) =>
      connect(to, (...result) => {
        if (result[0] === null) onConnected()
        callback(...result)
      })) satisfies typeof connect,
  }
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(baseUrl.hostname)
  return local ? new undici.Agent(options) : new undici.EnvHttpProxyAgent(options)
}
