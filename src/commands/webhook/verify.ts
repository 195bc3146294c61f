// `scribe webhook verify`: is this delivery genuine and recent, and if not, why. Loads next to
// nothing while all is well: scripts verify every delivery with it.
import type { Context } from '../../context.ts'
import { printable } from '../../text.ts'
import { eventName } from '../../webhooks/event.ts'
import { headerValue } from '../../webhooks/header.ts'
import { judge, unixSeconds } from '../../webhooks/judge.ts'
import { readBody } from '../../webhooks/read.ts'
import { writeBytes } from './print.ts'
import { findSecret } from './secret.ts'

export interface Times {
  /** The clock where undefined. */
  nowSeconds: number | undefined
  toleranceSeconds: number
}

/**
 * Prints the event's type and id; under --json the body as it is.
 *
 * @param file a path, or `-` for stdin
 * @throws NotVerified that says why
 */
export async function verify(
  context: Context,
  file: string,
  header: string,
  { nowSeconds = unixSeconds(), toleranceSeconds }: Times,
): Promise<void> {
  const { text: secret, source: secretSource } = await findSecret(context)
  const body = await readBody({ file, io: context.io, signal: context.signal })
  const delivery = { secret, secretSource, body, header: headerValue(header) }
  const fault = await judge({ ...delivery, nowSeconds, toleranceSeconds })
  if (fault !== null) throw fault
  await printVerified(context, body)
}

export async function printVerified({ io }: Context, body: Buffer): Promise<void> {
  if (io.json) return writeBytes(io, body)
  const { type, id } = eventName(body)
  if (type === null) io.note('The signature is right, but the body is no event')
  await io.write(`${printable(type ?? '-')}\t${printable(id ?? '-')}\n`)
}
