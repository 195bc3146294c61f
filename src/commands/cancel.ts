// `scribe cancel`: ends transcriptions that are not final; never deletes one that is.
import { onOneLine } from '../client/json-text.ts'
import { cancelActive } from '../client/remove.ts'
import type { Context } from '../context.ts'
import { runEach } from './each-id.ts'

/** Prints each id; under --json the transcription. */
export async function cancel(context: Context, ids: string[]): Promise<void> {
  const { client } = await context.connect()
  const { io, signal } = context
  const several = new Set(ids).size > 1
  await runEach(context, ids, async (id) => {
    await cancelActive(client, id, signal)
    if (!io.json) return io.write(`${id}\tcanceled\n`)
    const { text } = await client.getDocument(id, {}, signal)
    await io.write(`${several ? onOneLine(text) : text.trim()}\n`)
  })
}
