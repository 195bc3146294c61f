// `scribe webhook replay`: deliveries of before once more, byte for byte, with new signatures.
import type { Context } from '../../context.ts'
import { receiverUrl } from '../../webhooks/post.ts'
import { runEachRecord } from './each-record.ts'
import { findSecret } from './secret.ts'
import { send } from './send.ts'

/**
 * @param file a path, or `-` for stdin
 * @param to the receiver's URL
 */
export async function replay(context: Context, file: string, to: string): Promise<void> {
  const url = receiverUrl('--to', to)
  const secret = await findSecret(context)
  await runEachRecord(context, file, ({ body, contentType }) =>
    send(context, url, secret, body, contentType),
  )
}
