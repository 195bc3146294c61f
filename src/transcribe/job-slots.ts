// Room for one more job: an account may have only so many active ones, and others may use it too.
// Who was refused for that waits until a job of ours has ended or the server's time is over, and
// then asks again; nobody asks in between.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../api/errors.ts'

/** The API's code for this refusal. */
export const NO_ROOM = 'too_many_active_jobs'
const DEFAULT_REST_SECONDS = 10

export function isNoRoom(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === NO_ROOM
}

export class JobSlots {
  readonly #waiting = new Set<() => void>()
  readonly #onFirstWait: () => void
  #hasWaited = false

  constructor(onFirstWait: () => void) {
    this.#onFirstWait = onFirstWait
  }

  /** @throws the signal's reason */
  async untilFree({ retryAfterSeconds }: ApiError, signal: AbortSignal): Promise<void> {
    if (!this.#hasWaited) this.#onFirstWait()
    this.#hasWaited = true
    const restMs = Math.max(1, retryAfterSeconds ?? DEFAULT_REST_SECONDS) * 1000
    const called = new AbortController()
    const call = () => called.abort()
    this.#waiting.add(call)
    const either = AbortSignal.any([signal, called.signal])
    await sleep(restMs, undefined, { signal: either }).catch(() => undefined)
    this.#waiting.delete(call)
    signal.throwIfAborted()
  }

  /** A job of ours has ended: whoever has waited longest may ask again. */
  freed(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    first()
  }
}
