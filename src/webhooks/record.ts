// Deliveries as lines of JSON: what `listen` got and `trigger` and `replay` sent, whole enough to
// be verified or sent again. Written with every header as it came; read leniently, so that records
// made by hand or by other tools will do.
import { SIGNATURE_HEADER, type SignatureFault } from '../api/signature.ts'
import { UsageError } from '../errors.ts'

/** In the order and the writing of the request. */
export type HeaderPairs = [name: string, value: string][]

interface DeliveryRecord {
  headers: HeaderPairs
  body_b64: string
  /** Of the event; null where the body has none. */
  type: string | null
  id: string | null
}

export interface ReceivedRecord extends DeliveryRecord {
  received_at: string
  method: string
  path: string
  remote_address: string | null
  /** Null when nothing was verified. */
  verified: boolean | null
  reason: SignatureFault | null
  mistakes: string[]
  hint: string | null
  /** The same event was here before. */
  duplicate: boolean
  /** What the sender was answered. */
  status: number
  forwarded: SentTo | null
}

export interface SentTo {
  url: string
  /** Null when there was no answer. */
  status: number | null
  error: string | null
  duration_ms: number
}

export interface SentRecord extends DeliveryRecord, SentTo {
  sent_at: string
}

/** What is needed of a record. */
export interface StoredDelivery {
  /** Undefined when there was none. */
  signature: string | undefined
  contentType: string | undefined
  body: Buffer
  /** When it was received or sent; undefined when the record does not tell. */
  atSeconds: number | undefined
}

/** The largest body that is received; a genuine one has some thousand bytes. */
export const DELIVERY_MAX_BYTES = 10_000_000
/** As long as a line may be: the largest body in base64, and its headers. */
export const RECORD_MAX_BYTES = Math.ceil((DELIVERY_MAX_BYTES * 4) / 3) + 100_000

/** @throws UsageError for what is no record */
export function parseRecord(line: string): StoredDelivery {
  const { body_b64, headers, received_at, sent_at } = objectOf(line)
  if (typeof body_b64 !== 'string') throw new UsageError('it has no body_b64')
  const body = Buffer.from(body_b64, 'base64')
  if (body.toString('base64').replace(/=+$/, '') !== body_b64.replace(/=+$/, '')) {
    throw new UsageError('its body_b64 is no base64')
  }
  const all = pairsOf(headers)
  const at = Date.parse(String(received_at ?? sent_at))
  return {
    signature: headerOf(all, SIGNATURE_HEADER),
    contentType: headerOf(all, 'content-type'),
    body,
    atSeconds: Number.isNaN(at) ? undefined : Math.floor(at / 1000),
  }
}

/** Undefined when there is none; several of the name are one, as HTTP has it. */
export function headerOf(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.flatMap(([key, value]) => (key.toLowerCase() === wanted ? [value] : []))
  return values.length === 0 ? undefined : values.join(',')
}

function objectOf(line: string): Record<string, unknown> {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('it is no JSON object on one line')
  }
  return value as Record<string, unknown>
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A list of pairs as written here, or an object. */
function pairsOf(headers: unknown): HeaderPairs {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers ?? {})
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string')
  if (pairs.every(isPair)) return pairs
  throw new UsageError('its headers are neither pairs of texts nor an object of texts')
}
