// Ends what a speech child is doing before its end: it is told so, and killed when it goes on all
// the same, so that whoever cancels has its answer within a second.
import type { SpeechProcess } from './process.ts'

/** Killing included, everything has stopped within a second. */
const STOP_MS = 700

export interface Stopper {
  /** Aborted with the first reason as soon as the work is to end early. */
  readonly signal: AbortSignal
  /** Ends the work early; nothing happens once it has ended. */
  stop(reason: unknown): void
  /** The work is over: nothing needs killing any more. */
  finish(): void
}

/**
 * @param cancel the command that tells the child
 * @param signal stops with its reason
 */
export function createStopper<Command>(
  child: Pick<SpeechProcess<Command, unknown>, 'send' | 'kill'>,
  cancel: Command,
  signal: AbortSignal,
): Stopper {
  const stopped = new AbortController()
  let finished = false
  let timer: NodeJS.Timeout | undefined
  const stop = (reason: unknown) => {
    if (finished || stopped.signal.aborted) return
    child.send(cancel)
    timer = setTimeout(() => void child.kill(), STOP_MS)
    stopped.abort(reason)
  }
  const abort = () => stop(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return {
    signal: stopped.signal,
    stop,
    finish() {
      finished = true
      signal.removeEventListener('abort', abort)
      clearTimeout(timer)
    },
  }
}
