// Waiting for a transcription: the request is held by the server and answered at the change, so
// nothing polls. Progress, where somebody looks at it and the server offers it, comes beside it
// and is never needed for the result.
import { setTimeout as sleep } from 'node:timers/promises'
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import type { ProgressReport } from '../api/local.ts'
import type { Status, Transcription } from '../api/types.ts'
import { ServerUnreachable, StillRunning } from '../errors.ts'
import type { Client } from './client.ts'

export interface WaitOptions {
  signal: AbortSignal
  /** Undefined waits for ever. */
  timeoutSeconds: number | undefined
  /** Undefined asks for no progress. */
  onProgress: ((progress: ProgressReport) => void) | undefined
}

/** Between two looks at the progress, so that a fast job does not turn into a busy loop. */
const PROGRESS_PAUSE_MS = 400
const PROGRESS_WAIT_SECONDS = 30
/** A server that does not hold requests is asked this often at most. */
const SHORTEST_ROUND_MS = 1000
/** For the last answer: servers hold a request for whole seconds. */
const GRACE_MS = 3000
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function isFinal(status: Status): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled'
}

/**
 * @returns the transcription in its final state
 * @throws StillRunning when the time ran out
 * @throws ApiError, ServerUnreachable, the signal's reason
 */
export async function waitUntilFinal(
  client: Client,
  id: string,
  options: WaitOptions,
): Promise<Transcription> {
  const { onProgress, signal } = options
  if (onProgress === undefined) return holdUntilFinal(client, id, options, () => undefined)
  const done = new AbortController()
  let offered = true
  const watching = watchProgress(client, id, onProgress, AbortSignal.any([signal, done.signal]))
  void watching.then(() => {
    offered = false
  })
  try {
    return await holdUntilFinal(client, id, options, (job) => {
      if (!offered) onProgress(reportOf(job))
    })
  } finally {
    done.abort()
    await watching
  }
}

/** What a transcription itself tells of its progress. */
function reportOf({ status, media }: Transcription): ProgressReport {
  const duration_seconds = media?.duration_seconds ?? null
  return { object: 'progress', status, processed_seconds: null, duration_seconds }
}

/** The time that runs out ends also a request that hangs, or the rest that a server asks for. */
async function holdUntilFinal(
  client: Client,
  id: string,
  { signal, timeoutSeconds = Number.POSITIVE_INFINITY }: WaitOptions,
  onActive: (job: Transcription) => void,
): Promise<Transcription> {
  const patienceMs = Math.min(Math.ceil(timeoutSeconds * 1000) + GRACE_MS, LONGEST_TIMER_MS)
  const timeUp = AbortSignal.timeout(patienceMs)
  try {
    const either = AbortSignal.any([signal, timeUp])
    return await askUntilFinal(client, id, timeoutSeconds, either, onActive)
  } catch (error) {
    signal.throwIfAborted()
    throw timeUp.aborted ? new StillRunning(id, 'not final') : error
  }
}

async function askUntilFinal(
  client: Client,
  id: string,
  timeoutSeconds: number,
  signal: AbortSignal,
  onActive: (job: Transcription) => void,
): Promise<Transcription> {
  const deadline = performance.now() + timeoutSeconds * 1000
  for (;;) {
    const begunAt = performance.now()
    const leftSeconds = Math.ceil(Math.max(0, deadline - begunAt) / 1000)
    const job = await client.get(id, { wait: Math.min(WAIT_MAX_SECONDS, leftSeconds) }, signal)
    if (isFinal(job.status)) return job
    onActive(job)
    if (performance.now() >= deadline) throw new StillRunning(id, job.status)
    const restMs = SHORTEST_ROUND_MS - (performance.now() - begunAt)
    if (restMs > 0) await pause(restMs, signal)
  }
}

/** Ends by itself where progress is not offered; a lost connection is looked past. */
export async function watchProgress(
  client: Client,
  id: string,
  onProgress: (progress: ProgressReport) => void,
  signal: AbortSignal,
): Promise<void> {
  let known: ProgressReport | undefined
  while (!signal.aborted) {
    try {
      known = await client.progress(id, known, PROGRESS_WAIT_SECONDS, signal)
      onProgress(known)
      if (isFinal(known.status)) return
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) return
    }
    await pause(PROGRESS_PAUSE_MS, signal).catch(() => undefined)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
