// `scribe upload complete`: tells the server that every chunk is there.
import { sentJson } from '../client/sent.ts'
import type { Context } from '../context.ts'

/**
 * Prints the id; under --json the server's answer.
 *
 * @throws ApiError upload_incomplete with the missing chunks, invalid_state
 */
export async function uploadComplete(context: Context, id: string): Promise<void> {
  const { io, signal } = context
  const { client } = await context.connect()
  const job = await client.completeUpload(id, signal)
  await io.write(io.json ? `${sentJson(job).trim()}\n` : `${job.id}\n`)
}
