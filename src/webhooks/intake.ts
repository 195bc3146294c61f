// What becomes of a delivery that `scribe webhook listen` received: judged, compared with those
// before, handed on, and what the sender is answered. The application behind has the last word:
// its status goes back to the sender, so that retries go on until it has taken the event.
import { SIGNATURE_HEADER } from '../api/signature.ts'
import type { NotVerified } from '../errors.ts'
import type { CurrentSecret, Secret } from './current-secret.ts'
import { eventName } from './event.ts'
import { judge } from './judge.ts'
import { post } from './post.ts'
import type { Received } from './receiver.ts'
import { type HeaderPairs, headerOf, type ReceivedRecord, type SentTo } from './record.ts'

export interface IntakeOptions {
  /** Null verifies nothing. */
  secrets: CurrentSecret | null
  /** Where deliveries go that verified, or were not verified. */
  forwardTo: URL | null
  signal: AbortSignal
}

export interface Taken {
  record: ReceivedRecord
  /** Null when it verified or was not verified. */
  fault: NotVerified | null
}

/** Of this connection, not of the delivery. */
const NOT_FORWARDED = [
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'],
  ...['te', 'trailer', 'upgrade', 'proxy-authorization', 'proxy-connection'],
]
const EVENTS_REMEMBERED = 10_000
const TAKEN = 204
const REFUSED = 400
/** The application did not answer. */
const BAD_GATEWAY = 502

export class Intake {
  readonly #options: IntakeOptions
  readonly #seen = new Set<string>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** @throws the signal's reason */
  async take(received: Received): Promise<Taken> {
    const { at, headers, body, remoteAddress, ...request } = received
    const fault = await this.#judge(received)
    const name = eventName(body)
    const forwarded = fault === null ? await this.#forward(headers, body) : null
    const record = {
      ...{ received_at: at.toISOString(), ...request, remote_address: remoteAddress },
      ...{ ...name, duplicate: fault === null && this.#isDuplicate(name.type, name.id) },
      ...{ verified: this.#options.secrets === null ? null : fault === null, ...judgement(fault) },
      ...{ status: statusOf(fault, forwarded), forwarded },
      ...{ headers, body_b64: body.toString('base64') },
    }
    return { record, fault }
  }

  async #judge(received: Received): Promise<NotVerified | null> {
    const { secrets } = this.#options
    if (secrets === null) return null
    const used = secrets.current
    const fault = await judgeWith(used, received)
    if (fault?.details.reason !== 'no_matching_signature') return fault
    const renewed = await secrets.after(used)
    return renewed === null ? fault : judgeWith(renewed, received)
  }

  async #forward(headers: HeaderPairs, body: Buffer): Promise<SentTo | null> {
    const { forwardTo, signal } = this.#options
    const passed = headers.filter(([name]) => !NOT_FORWARDED.includes(name.toLowerCase()))
    return forwardTo === null ? null : post(forwardTo, passed, body, signal)
  }

  #isDuplicate(type: string | null, id: string | null): boolean {
    if (type === null || id === null) return false
    const event = `${type} ${id}`
    if (this.#seen.has(event)) return true
    this.#seen.add(event)
    const [oldest] = this.#seen
    if (this.#seen.size > EVENTS_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
    return false
  }
}

function judgeWith({ text, source }: Secret, { at, headers, body }: Received) {
  return judge({
    ...{ secret: text, secretSource: source, body },
    ...{ header: headerOf(headers, SIGNATURE_HEADER) },
    ...{ nowSeconds: Math.floor(at.getTime() / 1000) },
  })
}

function judgement(
  fault: NotVerified | null,
): Pick<ReceivedRecord, 'reason' | 'mistakes' | 'hint'> {
  return fault === null ? { reason: null, mistakes: [], hint: null } : fault.details
}

function statusOf(fault: NotVerified | null, forwarded: SentTo | null): number {
  if (fault !== null) return REFUSED
  return forwarded === null ? TAKEN : (forwarded.status ?? BAD_GATEWAY)
}
