// Sends one event as the server would: its headers, and a signature of this moment.
import { DELIVERY_HEADERS, SIGNATURE_HEADER, signatureHeader } from '../../api/signature.ts'
import type { Context } from '../../context.ts'
import { NotDelivered } from '../../errors.ts'
import { printable } from '../../text.ts'
import type { Secret } from '../../webhooks/current-secret.ts'
import { eventName } from '../../webhooks/event.ts'
import { unixSeconds } from '../../webhooks/judge.ts'
import { post } from '../../webhooks/post.ts'
import type { HeaderPairs, SentRecord } from '../../webhooks/record.ts'
import { writeJson } from './print.ts'

/**
 * Prints the answer's status, the event's type and id, and the milliseconds it took; under --json
 * a record, also when it failed.
 *
 * @throws NotDelivered when nobody answered, or not with 2xx
 */
export async function send(
  { io, signal }: Context,
  url: URL,
  secret: Secret,
  body: Buffer,
  contentType = DELIVERY_HEADERS['Content-Type'],
): Promise<void> {
  const signature = signatureHeader(secret.text, body, unixSeconds())
  const fields = { ...DELIVERY_HEADERS, 'Content-Type': contentType, [SIGNATURE_HEADER]: signature }
  const headers: HeaderPairs = Object.entries(fields)
  const sent_at = new Date().toISOString()
  const sent = await post(url, headers, body, signal)
  const { type, id } = eventName(body)
  const body_b64 = body.toString('base64')
  const record: SentRecord = { sent_at, ...sent, type, id, headers, body_b64 }
  if (io.json) await writeJson(io, record)
  if (sent.error !== null) throw new NotDelivered(`${url.href}: ${sent.error}`)
  if (io.json) return
  const cells = [String(sent.status), type ?? '-', id ?? '-', `${sent.duration_ms} ms`]
  await io.write(`${cells.map(printable).join('\t')}\n`)
}
