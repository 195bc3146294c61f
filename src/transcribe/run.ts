// Sends the checked inputs on their way, a few at a time, and hands over what comes back in the
// order of the command line.
import type { ProgressReport } from '../api/local.ts'
import type { Transcription } from '../api/types.ts'
import { isFinal, waitUntilFinal } from '../client/wait.ts'
import type { Context } from '../context.ts'
import { JobNotCompleted } from '../errors.ts'
import { openProgress } from '../ui/progress.ts'
import type { Progress } from '../ui/progress-view.ts'
import { deliverToFile, deliverToStdout } from './deliver.ts'
import { ensureLocalModel } from './local-model.ts'
import type { TranscribeOptions } from './options.ts'
import { type Outcome, runPool } from './pool.ts'
import { submit } from './submit.ts'
import type { Run, Task } from './task.ts'

export interface Work {
  context: Context
  tasks: Task[]
  options: TranscribeOptions
  several: boolean
  /** Told of each input that failed, in order. */
  onFailure(task: Task, error: unknown): void
}

export async function runTasks(work: Work): Promise<void> {
  const { context, tasks, options } = work
  const connection = await context.connect((model) => ensureLocalModel(context, model))
  const progress = openProgress(
    context.io,
    tasks.map(({ input }) => input.given),
  )
  const run: Run = {
    context,
    options,
    connection,
    showsProgress: progress.wanted,
    update: (task, patch) => progress.update(tasks.indexOf(task), patch),
  }
  const outcomes = runPool(tasks, options.concurrency, (task) => complete(run, task))
  try {
    await handOver(work, run, outcomes, progress)
  } finally {
    await progress.close()
  }
}

/** One input from submission to its final state, and to its file if it has one. */
async function complete(run: Run, task: Task): Promise<Transcription> {
  try {
    const job = await waitFor(run, task, await submit(run, task))
    await deliverToFile(run, task, job.id)
    const durationSeconds = job.media?.duration_seconds ?? null
    run.update(task, { phase: 'done', durationSeconds })
    return job
  } catch (error) {
    run.update(task, { phase: 'failed' })
    if (error instanceof JobNotCompleted) {
      await task.session?.remove()
      task.session = null
    }
    throw error
  }
}

async function waitFor(run: Run, task: Task, job: Transcription): Promise<Transcription> {
  const { connection, options, context } = run
  if (!options.wait) return job
  const final = isFinal(job.status)
    ? job
    : await waitUntilFinal(connection.client, job.id, {
        signal: context.signal,
        timeoutSeconds: options.timeoutSeconds,
        onProgress: run.showsProgress ? (report) => showProgress(run, task, report) : undefined,
      })
  if (final.status !== 'completed') throw new JobNotCompleted(final)
  return final
}

function showProgress(run: Run, task: Task, report: ProgressReport) {
  if (isFinal(report.status)) return
  const { status: phase, processed_seconds, duration_seconds } = report
  run.update(task, {
    phase,
    processedSeconds: processed_seconds,
    durationSeconds: duration_seconds,
  })
}

async function handOver(
  { context, tasks, several, onFailure }: Work,
  run: Run,
  outcomes: Promise<Outcome<Transcription>>[],
  progress: Progress,
): Promise<void> {
  for (const [position, task] of tasks.entries()) {
    const outcome = await outcomes[position]
    context.signal.throwIfAborted()
    if (outcome === undefined) continue
    if (tasks.length === 1) await progress.close()
    await progress.aside(async () => {
      try {
        if (!outcome.ok) throw outcome.error
        const follows = tasks.some(({ delivered }) => delivered)
        await deliverToStdout(run, task, outcome.value, { several, follows })
        task.delivered = true
      } catch (error) {
        context.signal.throwIfAborted()
        onFailure(task, error)
      }
    })
  }
}
