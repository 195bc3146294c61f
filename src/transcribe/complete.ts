// One input's way from here to its final state, and to its file if it has one.
import type { ProgressReport } from '../api/local.ts'
import type { Transcription } from '../api/types.ts'
import { isFinal, waitUntilFinal } from '../client/wait.ts'
import { JobNotCompleted, StillRunning, UsageError } from '../errors.ts'
import { explainFileError } from '../inputs/explain.ts'
import { patchOf } from '../ui/progress-state.ts'
import { deliverToFile } from './deliver.ts'
import { isNoRoom } from './job-slots.ts'
import { Patience } from './patience.ts'
import { submit } from './submit.ts'
import type { Run, Task } from './task.ts'

/** @returns the transcription, its transcript left out: there may be thousands */
export async function complete(run: Run, task: Task): Promise<Transcription> {
  run.context.signal.throwIfAborted()
  try {
    const { transcript: _, ...job } = await transcribeWithin(run, task)
    await deliverToFile(run, task, job.id)
    const durationSeconds = job.media?.duration_seconds ?? null
    run.update(task, { phase: 'done', durationSeconds })
    return job
  } catch (error) {
    // What the interruption itself broke off has not failed.
    if (!run.context.signal.aborted) run.update(task, { phase: 'failed' })
    if (error instanceof JobNotCompleted) {
      await task.session?.remove()
      task.session = null
    }
    throw explainFileError(error, task.mediaPath)
  }
}

/** Keeps to --max-minutes. */
async function transcribeWithin(run: Run, task: Task): Promise<Transcription> {
  const allowance = await run.budget?.allow(() => minutesOf(run, task))
  try {
    const job = await submitAndWait(run, task)
    allowance?.settle(job.billed_minutes)
    return job
  } catch (error) {
    allowance?.settle(isFree(task, error) ? 0 : null)
    throw error
  }
}

async function minutesOf({ lengths, context, options }: Run, task: Task): Promise<number | null> {
  const { minutesNeeded } = await lengths.of(task.mediaPath, context.signal)
  if (minutesNeeded !== null || options.wait) return minutesNeeded
  throw new UsageError('its length is unknown, so --max-minutes has to wait: omit --no-wait')
}

/** What failed, was canceled or never came about costs nothing. */
function isFree({ transcriptionId }: Task, error: unknown): boolean {
  return error instanceof JobNotCompleted || transcriptionId === null
}

async function submitAndWait(run: Run, task: Task): Promise<Transcription> {
  const patience = new Patience(run.options.timeoutSeconds)
  patience.run()
  try {
    const job = await submitPatiently(run, task, patience)
    const final = await waitFor(run, task, job, patience.leftSeconds)
    // An earlier transcription of the same video was paid for then.
    return 'reused' in job && job.reused === true ? { ...final, billed_minutes: 0 } : final
  } finally {
    patience.pause()
  }
}

/** The time that runs out ends also the rests that a server asks for before there is a job. */
async function submitPatiently(run: Run, task: Task, patience: Patience): Promise<Transcription> {
  const { signal } = run.context
  const context = { ...run.context, signal: AbortSignal.any([signal, patience.signal]) }
  const update: Run['update'] = (of, patch) => {
    if (patch.phase === 'uploading') patience.pause()
    run.update(of, patch)
  }
  try {
    const job = await submitWhereRoom({ ...run, context, update }, task)
    patience.run()
    return job
  } catch (error) {
    signal.throwIfAborted()
    if (!patience.signal.aborted) throw error
    const hint = 'run the same command again to go on'
    throw new StillRunning('the transcription', 'waiting to be accepted', hint)
  }
}

/** Of several inputs, one that the server has no room for waits until there is some. */
async function submitWhereRoom(run: Run, task: Task): Promise<Transcription> {
  for (;;) {
    try {
      return await submit(run, task)
    } catch (error) {
      if (!run.waitsForRoom || !isNoRoom(error)) throw error
      // Held by this process it would not be found when the input is submitted again.
      await task.session?.release()
      task.session = null
      run.update(task, { phase: 'waiting' })
      await run.slots.untilFree(error, run.context.signal)
    }
  }
}

async function waitFor(
  run: Run,
  task: Task,
  job: Transcription,
  timeoutSeconds: number | undefined,
): Promise<Transcription> {
  const { connection, options, context, slots } = run
  if (!options.wait) return job
  if (!isFinal(job.status)) run.update(task, { phase: job.status })
  const final = isFinal(job.status)
    ? job
    : await waitUntilFinal(connection.client, job.id, {
        signal: context.signal,
        timeoutSeconds,
        onProgress: run.showsProgress ? (report) => showProgress(run, task, report) : undefined,
      })
  slots.freed()
  if (final.status !== 'completed') throw new JobNotCompleted(final)
  return final
}

function showProgress(run: Run, task: Task, report: ProgressReport) {
  if (!isFinal(report.status)) run.update(task, patchOf(report))
}
