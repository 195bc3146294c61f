// `scribe wait`: holds until transcriptions are final, and fails when one is not completed.
import type { Transcription } from '../api/types.ts'
import { waitUntilFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { Interrupted, JobNotCompleted } from '../errors.ts'
import { runEach } from './each-id.ts'

const RESUME_HINT = 'What was not final goes on; run the same command again to wait for it.'

/**
 * Prints each id with its final status; under --json the transcription.
 *
 * @param timeoutSeconds for all of them together; undefined waits for ever
 */
export async function wait(
  context: Context,
  ids: string[],
  timeoutSeconds: number | undefined,
): Promise<void> {
  const { client } = await context.connect()
  const { io, signal } = context
  const leftSeconds = countdown(timeoutSeconds)
  try {
    await runEach(context, ids, async (id) => {
      const options = { signal, timeoutSeconds: leftSeconds(), onProgress: undefined }
      const job = await waitUntilFinal(client, id, options)
      await io.write(io.json ? `${JSON.stringify(job)}\n` : line(job))
      if (job.status !== 'completed') throw new JobNotCompleted(job)
    })
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(RESUME_HINT) : error
  }
}

/** What is left of the time, whenever it is asked for. */
function countdown(timeoutSeconds: number | undefined): () => number | undefined {
  if (timeoutSeconds === undefined) return () => undefined
  const endsMs = performance.now() + timeoutSeconds * 1000
  return () => Math.max(0, endsMs - performance.now()) / 1000
}

function line({ id, status }: Transcription): string {
  return `${id}\t${status}\n`
}
