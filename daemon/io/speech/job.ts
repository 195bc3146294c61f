// One job in one speech child, as the daemon sees it. A job that is to stop early, because it was
// canceled or the daemon refuses it, is told so; a child that goes on all the same is killed.
import { JobError } from '../../../src/api/errors.ts'
import type { SpeechListener, SpeechRequest, SpeechResult } from '../../ports.ts'
import type { SpeechEvent } from '../../speech/protocol.ts'
import type { SpeechProcess } from './process.ts'

/** A canceled job has stopped within a second, killing included. */
const STOP_MS = 700

type FinalEvent = Extract<SpeechEvent, { type: 'done' | 'failed' | 'canceled' }>

/** As the port's `transcribe`; the child must be ready and idle. */
export async function runJob(
  child: SpeechProcess,
  request: SpeechRequest,
  listener: SpeechListener,
  signal: AbortSignal,
): Promise<SpeechResult> {
  signal.throwIfAborted()
  const stopper = createStopper(child, request.id)
  const abort = () => stopper.stop(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const { id: job, path, language, diarize } = request
    child.send({ type: 'transcribe', job, path, language, diarize })
    const final = await follow(child, listener, stopper)
    stopper.throwIfStopped()
    if (final?.type === 'failed') throw new JobError(final.code, final.message)
    if (final?.type !== 'done') throw await child.crash()
    return { language: final.language, duration_seconds: final.duration_seconds }
  } finally {
    signal.removeEventListener('abort', abort)
    stopper.finish()
  }
}

/** @returns the last event, or null when the child died before */
async function follow(
  child: SpeechProcess,
  listener: SpeechListener,
  stopper: Stopper,
): Promise<FinalEvent | null> {
  for await (const event of child.events(isFinal)) {
    if (isFinal(event)) return event
    if (!stopper.stopped) await tell(listener, event).catch(stopper.stop)
  }
  return null
}

function isFinal(event: SpeechEvent): event is FinalEvent {
  return event.type === 'done' || event.type === 'failed' || event.type === 'canceled'
}

async function tell(listener: SpeechListener, event: SpeechEvent): Promise<void> {
  if (event.type === 'media') {
    await listener.media({ duration_seconds: event.duration_seconds, format: event.format })
  }
  if (event.type === 'progress') listener.progress(event.processed_seconds)
  if (event.type === 'segment') listener.segment(event.segment)
}

interface Stopper {
  readonly stopped: boolean
  /** Ends the job early; the first reason counts. */
  stop(reason: unknown): void
  throwIfStopped(): void
  /** The job is over: nothing needs killing any more. */
  finish(): void
}

function createStopper(child: SpeechProcess, job: string): Stopper {
  let stopped: { reason: unknown } | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    get stopped() {
      return stopped !== null
    },
    stop(reason) {
      if (stopped !== null) return
      stopped = { reason }
      child.send({ type: 'cancel', job })
      timer = setTimeout(() => void child.kill(), STOP_MS)
    },
    throwIfStopped() {
      if (stopped !== null) throw stopped.reason
    },
    finish() {
      clearTimeout(timer)
    },
  }
}
