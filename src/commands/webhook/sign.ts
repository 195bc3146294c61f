// `scribe webhook sign`: the header value that a server would send with these bytes.
import { SIGNATURE_HEADER, signatureHeader } from '../../api/signature.ts'
import type { Context } from '../../context.ts'
import { unixSeconds } from '../../webhooks/judge.ts'
import { readBody } from '../../webhooks/read.ts'
import { writeJson } from './print.ts'
import { findSecret } from './secret.ts'

/**
 * @param file a path, or `-` for stdin
 * @param timestamp Unix seconds; now when undefined
 */
export async function sign(
  context: Context,
  file: string,
  timestamp = unixSeconds(),
): Promise<void> {
  const { io, signal } = context
  const secret = await findSecret(context)
  const body = await readBody({ file, io, signal })
  const value = signatureHeader(secret.text, body, timestamp)
  if (io.json) await writeJson(io, { header: SIGNATURE_HEADER, value, timestamp })
  else await io.write(`${value}\n`)
}
