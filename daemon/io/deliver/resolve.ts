// Names to addresses, asked once per check. Public receivers are looked up in the DNS alone
// (c-ares), which can be broken off and knows neither this machine's hosts file nor its search
// domains; local work asks the system, as every other local program does.
import { lookup, Resolver } from 'node:dns/promises'
import { ApiError } from '../../../src/api/errors.ts'
import { webhookFault } from '../../rules/webhook-url.ts'
import { DeadlinePassed, withDeadline } from './deadline.ts'

const RESOLVE_TIMEOUT_MS = 2000

/**
 * All addresses of a host name, IPv4 first; at least one.
 *
 * @throws ApiError invalid_request when the name does not exist or has no address;
 *   service_unavailable when no name server answers within 2 s
 * @throws the signal's reason
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

/** @param servers IP addresses, each with or without a port; the system's when absent */
export function dnsResolve(servers?: readonly string[]): Resolve {
  return withinTime(async (host, signal) => {
    const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS / 2, tries: 2 })
    if (servers) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    return addressesOf(await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]))
  })
}

export const systemResolve: Resolve = withinTime(async (host) => {
  const found = lookup(host, { all: true, order: 'ipv4first' })
  return addressesOf([
    await found.then(
      (entries) => ({ status: 'fulfilled', value: entries.map(({ address }) => address) }),
      (reason) => ({ status: 'rejected', reason }),
    ),
  ])
})

function withinTime(resolve: Resolve): Resolve {
  return async (host, signal) => {
    try {
      return await withDeadline(RESOLVE_TIMEOUT_MS, signal, (within) => resolve(host, within))
    } catch (error) {
      if (error instanceof DeadlinePassed) throw noAnswer(error)
      throw error
    }
  }
}

/** The name does not exist, has no address of this family, or cannot be a name at all. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

function addressesOf(answers: PromiseSettledResult<string[]>[]): string[] {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    const { code } = answer.reason as NodeJS.ErrnoException
    if (!NO_SUCH_NAME.has(code ?? '')) throw noAnswer(answer.reason)
  }
  throw webhookFault('names a host that does not exist')
}

function noAnswer(cause: unknown): ApiError {
  return new ApiError(
    'service_unavailable',
    'The name servers did not tell the address of the host in webhook_url. Try again.',
    {},
    { cause },
  )
}
