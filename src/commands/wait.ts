// `scribe wait`: holds until transcriptions are final, and fails when one is not completed.
import type { Transcription } from '../api/types.ts'
import { waitUntilFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { JobNotCompleted } from '../errors.ts'
import { runEach } from './each-id.ts'

/** Prints each id with its final status; under --json the transcription. */
export async function wait(
  context: Context,
  ids: string[],
  timeoutSeconds: number | undefined,
): Promise<void> {
  const { client } = await context.connect()
  const { io, signal } = context
  await runEach(context, ids, async (id) => {
    const job = await waitUntilFinal(client, id, { signal, timeoutSeconds, onProgress: undefined })
    await io.write(io.json ? `${JSON.stringify(job)}\n` : line(job))
    if (job.status !== 'completed') throw new JobNotCompleted(job)
  })
}

function line({ id, status }: Transcription): string {
  return `${id}\t${status}\n`
}
