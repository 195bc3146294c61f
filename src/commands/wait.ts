// `scribe wait`: holds until transcriptions are final, and fails when one is not completed.
import type { ProgressReport } from '../api/local.ts'
import type { Transcription } from '../api/types.ts'
import type { Client } from '../client/client.ts'
import { onOneLine } from '../client/json-text.ts'
import { sentJson } from '../client/sent.ts'
import { waitUntilFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { Interrupted, JobNotCompleted } from '../errors.ts'
import { openWaiting } from '../ui/progress.ts'
import { patchOf } from '../ui/progress-state.ts'
import type { Progress } from '../ui/progress-view.ts'
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
  const leftSeconds = countdown(timeoutSeconds)
  const different = [...new Set(ids)]
  const progress = openWaiting(context.io, different)
  let active = different.length
  try {
    await runEach(context, different, async (id) => {
      try {
        const place = different.indexOf(id)
        const view = { progress, place, several: different.length > 1 }
        await waitForOne(context, client, id, leftSeconds(), view)
      } finally {
        active -= 1
        if (active === 0) await progress.close()
      }
    })
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(RESUME_HINT) : error
  }
}

async function waitForOne(
  { io, signal }: Context,
  client: Client,
  id: string,
  timeoutSeconds: number | undefined,
  { progress, place, several }: { progress: Progress; place: number; several: boolean },
): Promise<void> {
  const show = (report: ProgressReport) => progress.update(place, patchOf(report))
  const onProgress = progress.wanted ? show : undefined
  const job = await waitUntilFinal(client, id, { signal, timeoutSeconds, onProgress })
  progress.update(place, { phase: job.status === 'completed' ? 'done' : 'failed' })
  await progress.aside(() => io.write(io.json ? json(job, several) : line(job)))
  if (job.status !== 'completed') throw new JobNotCompleted(job)
}

/** What is left of the time, whenever it is asked for. */
function countdown(timeoutSeconds: number | undefined): () => number | undefined {
  if (timeoutSeconds === undefined) return () => undefined
  const endsMs = performance.now() + timeoutSeconds * 1000
  return () => Math.max(0, endsMs - performance.now()) / 1000
}

/** As the server sent it; of several each on one line. */
function json(job: Transcription, several: boolean): string {
  const text = sentJson(job)
  return `${several ? onOneLine(text) : text.trim()}\n`
}

function line({ id, status }: Transcription): string {
  return `${id}\t${status}\n`
}
