// `scribe webhook verify`: is this delivery genuine and recent, and if not, why. Loads next to
// nothing while all is well: scripts verify every delivery with it.
import { SIGNATURE_HEADER } from '../../api/signature.ts'
import type { Context } from '../../context.ts'
import type { Secret } from '../../webhooks/current-secret.ts'
import { judge, unixSeconds } from '../../webhooks/judge.ts'
import { readBody } from '../../webhooks/read.ts'
import { printVerified } from './print.ts'
import { findSecret } from './secret.ts'
import { timesOf } from './times.ts'

/**
 * Prints the event's type and id; under --json the body as it is.
 *
 * @param file a path, or `-` for stdin
 * @throws NotVerified that says why
 */
export async function verify(context: Context, file: string, header: string): Promise<void> {
  await verifyWith(await findSecret(context), context, file, header)
}

/** The same with a secret that is known already. */
export async function verifyWith(
  { text: secret, source: secretSource }: Secret,
  { io, signal, flags }: Pick<Context, 'io' | 'signal' | 'flags'>,
  file: string,
  header: string,
): Promise<void> {
  const { nowSeconds = unixSeconds(), toleranceSeconds } = timesOf(flags)
  const body = await readBody({ file, io, signal })
  const delivery = { secret, secretSource, body, header: headerValue(header) }
  const fault = await judge({ ...delivery, nowSeconds, toleranceSeconds })
  if (fault !== null) throw fault
  await printVerified(io, body)
}

/** The value of `t=…,v1=…`, also when the header's name stands before it. */
function headerValue(text: string): string {
  const named = /^\s*([\w-]+)\s*:(.*)$/s.exec(text)
  const isOurs = named?.[1]?.toLowerCase() === SIGNATURE_HEADER.toLowerCase()
  return (isOurs ? (named[2] ?? '') : text).trim()
}
