// The signature of webhook deliveries, for the half that signs and for those that verify:
// `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the team's whole
// signing secret, prefix included. Works on the raw bytes only and never parses a body.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'X-Service-Signature'
/** The other headers of every delivery. */
export const DELIVERY_HEADERS = {
  'Content-Type': 'application/json',
  'User-Agent': 'scribe-webhooks/1.0',
}
/** How far `t` may be from the receiver's clock, in seconds. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/**
 * The header value for one delivery attempt.
 *
 * @param secret with its `whsec_` prefix
 * @param body exactly as sent
 */
export function signatureHeader(
  secret: string,
  body: string | Uint8Array,
  unixSeconds: number,
): string {
  return `t=${unixSeconds},v1=${signatureDigest(secret, body, unixSeconds)}`
}

/** Lower-case hex HMAC-SHA256 of `<t>.<body>`. */
export function signatureDigest(
  secret: string,
  body: string | Uint8Array,
  unixSeconds: number,
): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex')
}

export interface ParsedSignature {
  /** `t`, Unix time in seconds. */
  timestamp: number
  /** Every `v1` of the header: there may be several while a secret changes. */
  digests: string[]
}

/** What a signature header says; null when it lacks `t` or `v1`, or has no or two times. */
export function parseSignatureHeader(header: string): ParsedSignature | null {
  const parts = header.split(',').map((part) => part.trim())
  const values = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [timestamp = '', ...more] = values('t')
  const digests = values('v1').filter((digest) => digest !== '')
  if (!/^\d{1,15}$/.test(timestamp) || more.length > 0 || digests.length === 0) return null
  return { timestamp: Number(timestamp), digests }
}

/** Why a delivery does not verify. */
export type SignatureFault =
  | 'malformed_header'
  | 'no_matching_signature'
  | 'timestamp_outside_tolerance'

export interface SignedDelivery {
  secret: string
  /** The bytes as received, before any parsing. */
  body: string | Uint8Array
  /** The header's value; undefined when the request had none. */
  header: string | undefined
  nowSeconds: number
  /** SIGNATURE_TOLERANCE_SECONDS when absent. */
  toleranceSeconds?: number
}

/**
 * Verifies a delivery, comparing digests in constant time.
 *
 * The time is judged last: only a matching digest makes it the sender's.
 * @returns null when it is genuine and recent
 */
export function verifySignature(delivery: SignedDelivery): SignatureFault | null {
  const { secret, body, header, nowSeconds } = delivery
  const { toleranceSeconds = SIGNATURE_TOLERANCE_SECONDS } = delivery
  const parsed = parseSignatureHeader(header ?? '')
  if (parsed === null) return 'malformed_header'
  const right = Buffer.from(signatureDigest(secret, body, parsed.timestamp))
  const matching = parsed.digests.filter((digest) => isSame(right, Buffer.from(digest)))
  if (matching.length === 0) return 'no_matching_signature'
  const offSeconds = Math.abs(nowSeconds - parsed.timestamp)
  return offSeconds > toleranceSeconds ? 'timestamp_outside_tolerance' : null
}

function isSame(right: Buffer, given: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right)
}
