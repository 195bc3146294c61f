// A piece of work for all who want its result: those who ask while it is under way wait for the
// same run, those who ask later get what it gave. It is broken off when the last of them has left.
import { orAborted } from '../../or-aborted.ts'

export interface Shared<T> {
  /**
   * @throws what the work throws, to all who waited; the next one to ask starts it anew
   * @throws the signal's reason; when nobody else waited, the work has ended by then
   */
  get(signal: AbortSignal): Promise<T>
  /** Makes the next one to ask start the work anew. */
  forget(): void
}

interface Run<T> {
  result: Promise<T>
  abort: AbortController
  waiting: number
}

/** @param keptMs how long a result serves those who ask later */
export function share<T>(
  work: (signal: AbortSignal) => Promise<T>,
  keptMs = Number.POSITIVE_INFINITY,
): Shared<T> {
  let run: Run<T> | null = null
  let kept: { value: T; untilMs: number } | null = null

  const start = (): Run<T> => {
    const abort = new AbortController()
    const result = work(abort.signal).then((value) => {
      kept = { value, untilMs: performance.now() + keptMs }
      return value
    })
    const started = { result, abort, waiting: 0 }
    const end = () => {
      if (run === started) run = null
    }
    result.then(end, end)
    return started
  }

  return {
    async get(signal) {
      signal.throwIfAborted()
      if (kept !== null && performance.now() < kept.untilMs) return kept.value
      // A run that the last one left is ending; its reason is not ours.
      while (run?.abort.signal.aborted) await run.result.catch(() => undefined)
      run ??= start()
      return follow(run, signal)
    },
    forget() {
      kept = null
    },
  }
}

async function follow<T>(run: Run<T>, signal: AbortSignal): Promise<T> {
  run.waiting += 1
  try {
    return await orAborted(run.result, signal)
  } catch (error) {
    if (signal.aborted && run.waiting === 1) {
      run.abort.abort(signal.reason)
      await run.result.catch(() => undefined)
    }
    throw error
  } finally {
    run.waiting -= 1
  }
}
