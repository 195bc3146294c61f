// `scribe webhook trigger`: a sample event, correctly signed, to try a receiver with.
import type { Context } from '../../context.ts'
import { receiverUrl } from '../../webhooks/post.ts'
import { type SampleKind, sampleEvent } from '../../webhooks/sample.ts'
import { findSecret } from './secret.ts'
import { send } from './send.ts'

/** @param to the receiver's URL */
export async function trigger(context: Context, kind: SampleKind, to: string): Promise<void> {
  const url = receiverUrl('--to', to)
  const secret = await findSecret(context)
  const event = sampleEvent(kind, Date.now())
  await send(context, url, secret, Buffer.from(JSON.stringify(event)))
}
