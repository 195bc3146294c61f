// `scribe cancel`: ends transcriptions that are not final. The API has one call that cancels what
// is active and deletes what is final, so the state is looked at first: this never deletes.
import { ApiError } from '../api/errors.ts'
import { isFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { runEach } from './each-id.ts'

/** @throws ApiError invalid_state for one that is final already */
export async function cancel(context: Context, ids: string[]): Promise<void> {
  const { client } = await context.connect()
  const { io, signal } = context
  await runEach(context, ids, async (id) => {
    const { status } = await client.get(id, {}, signal)
    if (isFinal(status)) {
      throw new ApiError('invalid_state', `${id} is ${status} already and cannot be canceled`)
    }
    await client.delete(id, signal)
    const { text } = await client.getDocument(id, {}, signal)
    await io.write(io.json ? `${text.trim()}\n` : `${id}\tcanceled\n`)
  })
}
