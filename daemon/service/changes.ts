// Tells waiting requests that a transcription changed. Only a wake-up: whoever wakes reads the
// store again, so a missed or doubled signal can never show anything wrong.
import { EventEmitter } from 'node:events'

export interface Progress {
  processed_seconds: number | null
  duration_seconds: number | null
}

/** A model on its way to this machine. */
export interface Pulling {
  model: string
  receivedBytes: number
  /** Null when it is not known. */
  totalBytes: number | null
}

/** The names under which `onPublish`, `until` and `close` meet; no id looks like them. */
const ANY = 'any'
const PULLING = 'pulling'

export class Changes {
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #progress = new Map<string, Progress>()
  #pulling: Pulling | null = null
  #closed = false

  /** Wakes everyone who waits for this transcription. */
  publish(id: string): void {
    this.#emitter.emit(id)
    this.#emitter.emit(ANY, id)
  }

  /** Calls `listener` with the id of every transcription that is published from now on. */
  onPublish(listener: (id: string) => void): void {
    this.#emitter.on(ANY, listener)
  }

  /** How far the speech child is; null when it has let go of the job, which is published. */
  setProgress(id: string, progress: Progress | null): void {
    if (progress === null) {
      this.#progress.delete(id)
      this.publish(id)
    } else {
      this.#progress.set(id, progress)
      this.#emitter.emit(id)
    }
  }

  /** Null when it is there, or could not be had. */
  setPulling(pulling: Pulling | null): void {
    const wasPulling = this.#pulling !== null
    this.#pulling = pulling
    if (wasPulling !== (pulling !== null)) this.#emitter.emit(PULLING)
  }

  /** The model that is being pulled for whoever needs it. */
  get pulling(): Pulling | null {
    return this.#pulling
  }

  progress(id: string): Progress {
    return this.#progress.get(id) ?? { processed_seconds: null, duration_seconds: null }
  }

  /**
   * Holds until `done()` holds after a change, the time ran out, the signal aborts (the client
   * went away) or the daemon closes. Never rejects: the caller answers with what is true then.
   */
  async until(
    id: string,
    done: () => boolean,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (done() || waitSeconds === 0 || this.#closed || signal.aborted) return
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#emitter.off(id, check)
        this.#emitter.off(PULLING, check)
        this.#emitter.off('close', end)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const check = () => {
        if (done()) end()
      }
      const timer = setTimeout(end, waitSeconds * 1000)
      this.#emitter.on(id, check)
      this.#emitter.on(PULLING, check)
      this.#emitter.on('close', end)
      signal.addEventListener('abort', end)
    })
  }

  /** Lets every waiting request answer at once. */
  close(): void {
    this.#closed = true
    this.#emitter.emit('close')
  }
}
