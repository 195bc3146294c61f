// What the webhook commands print.
import { once } from 'node:events'
import type { Io } from '../../io.ts'

/** Bytes as they are, on lines of their own; made safe when the reader is a terminal. */
export async function writeBytes(io: Io, bytes: Buffer): Promise<void> {
  const end = bytes.at(-1) === 10 ? '' : '\n'
  if (io.stdout.isTTY === true) return io.write(bytes.toString() + end)
  const whole = Buffer.concat([bytes, Buffer.from(end)])
  if (!io.stdout.write(whole)) await once(io.stdout, 'drain')
}

export async function writeJson(io: Io, value: object): Promise<void> {
  await io.write(`${JSON.stringify(value)}\n`)
}
