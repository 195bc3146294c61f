// What the webhook commands print.
import { once } from 'node:events'
import type { Io } from '../../io.ts'
import { printable } from '../../text.ts'
import { eventName } from '../../webhooks/event.ts'

/** The event's type and id; under --json the body as it is. */
export async function printVerified(io: Io, body: Buffer): Promise<void> {
  if (io.json) return writeBytes(io, body)
  const { type, id } = eventName(body)
  if (type === null) io.note('The signature is right, but the body is no event')
  await io.write(`${printable(type ?? '-')}\t${printable(id ?? '-')}\n`)
}

/** On lines of their own; made safe when the reader is a terminal. */
async function writeBytes(io: Io, bytes: Buffer): Promise<void> {
  const end = bytes.at(-1) === 10 ? '' : '\n'
  if (io.stdout.isTTY === true) return io.write(bytes.toString() + end)
  const whole = Buffer.concat([bytes, Buffer.from(end)])
  if (!io.stdout.write(whole)) await once(io.stdout, 'drain')
}

export async function writeJson(io: Io, value: object): Promise<void> {
  await io.write(`${JSON.stringify(value)}\n`)
}
