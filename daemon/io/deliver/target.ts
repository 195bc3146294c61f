// Where a webhook URL leads right now, and whether it may: the check that creation and every
// delivery share. What it returns is what gets dialled; nothing is resolved a second time.
import { isIP } from 'node:net'
import { parseWebhookUrl, webhookFault } from '../../rules/webhook-url.ts'
import type { Resolve } from './resolve.ts'

/** Which receivers are fit. */
export interface TargetRules {
  /** Plain http too. */
  allowHttp: boolean
  /** Every address of the host must be. */
  isAllowed(address: string): boolean
  resolve: Resolve
}

export interface DialTarget {
  url: URL
  /** The checked addresses of its host; only these are dialled. */
  addresses: string[]
}

/** @throws ApiError invalid_request with params.webhook_url; service_unavailable; the signal's reason */
export async function findTarget(
  rules: TargetRules,
  raw: string,
  signal: AbortSignal,
): Promise<DialTarget> {
  const { url, host } = parseWebhookUrl(raw, rules.allowHttp)
  const addresses = isIP(host) === 0 ? await rules.resolve(host, signal) : [host]
  if (addresses.every((address) => rules.isAllowed(address))) return { url, addresses }
  throw webhookFault('must lead to a public address')
}
