// What a webhook URL must look like, before anything is resolved. The raw text is checked as well
// as the parsed URL, because the parser mends what another program may read differently
// (backslashes, tabs, missing slashes). Says nothing about addresses: see address.ts.
import { ApiError } from '../../src/api/errors.ts'

export interface WebhookTarget {
  url: URL
  /** The name to resolve, or a literal address without brackets; never with a dot at its end. */
  host: string
}

/**
 * Reads a webhook URL. Decimal, octal and hex forms of an address come out as the plain one.
 *
 * @param allowHttp plain http too, for local work
 * @throws ApiError invalid_request with params.webhook_url
 */
export function parseWebhookUrl(raw: string, allowHttp: boolean): WebhookTarget {
  if (/[\s\p{Cc}\\]/u.test(raw)) {
    throw webhookFault('must not contain spaces, control characters or backslashes')
  }
  const authority = /^(https?):\/\/([^/?#]+)/i.exec(raw)
  if (!authority || (authority[1]?.toLowerCase() === 'http' && !allowHttp)) {
    throw webhookFault(allowHttp ? 'must be an http or https URL' : 'must be an https URL')
  }
  if (authority[2]?.includes('@')) throw webhookFault('must not contain a user name or password')
  if (!URL.canParse(raw)) throw webhookFault('is not a valid URL')
  return targetOf(new URL(raw))
}

/** The dot that ends a fully qualified name is dropped: certificates and servers know none. */
function targetOf(url: URL): WebhookTarget {
  if (url.hostname.startsWith('[')) return { url, host: url.hostname.slice(1, -1) }
  url.hostname = url.hostname.replace(/\.$/, '')
  const labels = url.hostname.split('.')
  if (url.hostname.length > 253 || labels.some((label) => label === '' || label.length > 63)) {
    throw webhookFault('has no valid host name')
  }
  return { url, host: url.hostname }
}

/** The refusal of a webhook URL. @param what ends the sentence "webhook_url …" */
export function webhookFault(what: string): ApiError {
  return new ApiError('invalid_request', `webhook_url ${what}.`, { params: { webhook_url: what } })
}
