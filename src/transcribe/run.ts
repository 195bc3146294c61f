// Sends the checked inputs on their way, a few at a time, and hands over what comes back in the
// order of the command line. What fails is told at once.
import type { Transcription } from '../api/types.ts'
import type { Context } from '../context.ts'
import { openProgress } from '../ui/progress.ts'
import type { Progress } from '../ui/progress-view.ts'
import { lanesFor } from './account.ts'
import { Budget } from './budget.ts'
import { complete } from './complete.ts'
import { deliverToStdout } from './deliver.ts'
import { JobSlots, NO_ROOM } from './job-slots.ts'
import { Lengths } from './lengths.ts'
import { ensureLocalModel, isHeard } from './local-model.ts'
import type { TranscribeOptions } from './options.ts'
import type { Outcomes } from './outcomes.ts'
import { type Outcome, runPool } from './pool.ts'
import { unfinishedHint } from './settle.ts'
import type { Run, Task } from './task.ts'

export interface Work {
  context: Context
  tasks: Task[]
  options: TranscribeOptions
  several: boolean
  /** Told of each task, done or failed. */
  outcomes: Outcomes
}

/** A job that came to its end; null when that was no good one, which has been told. */
type Job = Promise<Outcome<Transcription | null>>

export async function runTasks(work: Work): Promise<void> {
  const { context, tasks, options } = work
  const needsModel = isHeard(options) || tasks.some(({ input }) => input.kind !== 'url')
  const connection = await context.connect(async (model) => {
    if (needsModel) await ensureLocalModel(context, model)
  })
  if (tasks.length > 1) connection.client.leave(NO_ROOM)
  const lanes = await lanesFor(connection.client, tasks.length, options.concurrency, context)
  const names = tasks.map(({ input }) => input.given)
  const progress = openProgress(context.io, names)
  const run = newRun(work, { connection, progress })
  const jobs = runPool(tasks, lanes, (task) => completeOrTell(work, run, task, progress))
  try {
    await handOver(work, run, jobs, progress)
  } finally {
    // Nobody may still be at work when the sessions are closed.
    await Promise.all(jobs)
    await run.lengths.close()
    await progress.close()
  }
}

function newRun(
  { context, tasks, options }: Work,
  { connection, progress }: Pick<Run, 'connection'> & { progress: Progress },
): Run {
  const { maxMinutes } = options
  const places = new Map(tasks.map((task, place) => [task, place]))
  const noRoom = () =>
    context.io.note('The account has no room for more jobs; waiting until one has ended.')
  return {
    context,
    options,
    connection,
    waitsForRoom: tasks.length > 1,
    slots: new JobSlots(noRoom),
    budget: maxMinutes === undefined ? undefined : new Budget(maxMinutes),
    lengths: new Lengths(),
    showsProgress: progress.wanted,
    update: (task, patch) => progress.update(places.get(task) ?? 0, patch),
  }
}

async function completeOrTell(work: Work, run: Run, task: Task, progress: Progress) {
  try {
    return await complete(run, task)
  } catch (error) {
    await tell(work, task, error, progress)
    return null
  }
}

/** What the interruption itself broke off is no failure. */
async function tell({ context, outcomes }: Work, task: Task, error: unknown, progress: Progress) {
  if (context.signal.aborted) return
  await progress.aside(async () => {
    outcomes.failed(task.index, error, unfinishedHint(task, error))
  })
}

async function handOver(work: Work, run: Run, jobs: Job[], progress: Progress): Promise<void> {
  const { context, tasks, several, outcomes } = work
  let follows = false
  for (const [place, task] of tasks.entries()) {
    const outcome = await jobs[place]
    context.signal.throwIfAborted()
    if (outcome?.ok === false) throw outcome.error
    const job = outcome?.value ?? null
    if (job === null) continue
    if (tasks.length === 1) await progress.close()
    try {
      await progress.aside(() => deliverToStdout(run, task, job, { several, follows }))
      follows = true
      task.delivered = true
      outcomes.completed()
    } catch (error) {
      context.signal.throwIfAborted()
      await tell(work, task, error, progress)
    }
  }
}
