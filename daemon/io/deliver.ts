// Sends webhooks to receivers that strangers name, without becoming their way into this network:
// https only, public addresses only, the checked address is the dialled one, no redirect is
// followed, no proxy is asked. One connection per attempt; nothing is retried here.
import { Client } from 'undici'
import { ApiError } from '../../src/api/errors.ts'
import type { Deliver, DeliveryOutcome, DeliveryRequest } from '../ports.ts'
import { isDelivered } from '../rules/delivery-schedule.ts'
import { DeadlinePassed, withDeadline } from './deliver/deadline.ts'
import { dialer } from './deliver/dial.ts'
import { isPublicAddress } from './deliver/public-address.ts'
import { dnsResolve, systemResolve } from './deliver/resolve.ts'
import { findTarget, type TargetRules } from './deliver/target.ts'

/** Over the whole exchange: resolving, connecting, sending, and the answer's status. */
const DELIVERY_TIMEOUT_MS = 10_000
/** What a receiver may write into our records, in characters. */
const ERROR_MAX_LENGTH = 200

/** The rule of the API: public receivers over https. @param servers see dnsResolve */
export function publicTargets(servers?: readonly string[]): TargetRules {
  return { allowHttp: false, isAllowed: isPublicAddress, resolve: dnsResolve(servers) }
}

/** For local work: every address, plain http, names as this machine knows them. */
export const anyTargets: TargetRules = {
  allowHttp: true,
  isAllowed: () => true,
  resolve: systemResolve,
}

export interface DeliverOptions {
  targets: TargetRules
  /** Certificate authorities to trust in the place of the system's, PEM. */
  ca?: string
  /** DELIVERY_TIMEOUT_MS when absent. */
  timeoutMs?: number
}

export function createDeliver({ targets, ca, timeoutMs }: DeliverOptions): Deliver {
  const ms = timeoutMs ?? DELIVERY_TIMEOUT_MS
  return {
    async check(url) {
      await findTarget(targets, url, new AbortController().signal)
    },
    async send(request, signal) {
      try {
        return await withDeadline(ms, signal, (within) => exchange(targets, ca, request, within))
      } catch (error) {
        signal.throwIfAborted()
        return { status: null, error: describe(error, ms) }
      }
    },
  }
}

async function exchange(
  targets: TargetRules,
  ca: string | undefined,
  { url: raw, headers, body }: DeliveryRequest,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { url, addresses } = await findTarget(targets, raw, signal)
  const client = new Client(url.origin, {
    connect: dialer(addresses, ca, signal),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const path = url.pathname + url.search
    const sent = { method: 'POST', path, headers, body, signal, reset: true } as const
    const { statusCode } = await client.request(sent)
    return { status: statusCode, error: isDelivered(statusCode) ? null : `answered ${statusCode}` }
  } finally {
    // The status is all that counts: the body of the answer goes with the connection.
    await client.destroy()
  }
}

function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof DeadlinePassed) return `no answer within ${timeoutMs / 1000} seconds`
  if (error instanceof ApiError) return error.message
  const first = error instanceof AggregateError ? error.errors[0] : error
  const { message, code } = first as NodeJS.ErrnoException
  return (message || code || 'connection failed').slice(0, ERROR_MAX_LENGTH)
}
