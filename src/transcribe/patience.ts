// The time of --timeout, for one input. It runs while there is nothing to do but to wait: for the
// server to take the input in (it may ask for a rest, or have no room) and for the transcript. It
// stands still while bytes are sent.

/** For the answer to a request that is under way, which no time to wait must cut off. */
const GRACE_MS = 3000
const LONGEST_TIMER_MS = 2 ** 31 - 1

export class Patience {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal
  readonly #end = new AbortController()
  #leftMs: number
  #runningSince: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** @param seconds undefined waits for ever */
  constructor(seconds: number | undefined) {
    this.signal = this.#end.signal
    this.#leftMs = seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000
  }

  /** What is left for waiting; undefined for ever. */
  get leftSeconds(): number | undefined {
    const usedMs = this.#runningSince === null ? 0 : performance.now() - this.#runningSince
    const leftMs = Math.max(0, this.#leftMs - usedMs)
    return Number.isFinite(leftMs) ? leftMs / 1000 : undefined
  }

  run(): void {
    if (this.#runningSince !== null) return
    this.#runningSince = performance.now()
    const untilMs = this.#leftMs + GRACE_MS
    if (untilMs > LONGEST_TIMER_MS) return
    this.#timer = setTimeout(() => this.#end.abort(), untilMs)
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.#leftMs = (this.leftSeconds ?? Number.POSITIVE_INFINITY) * 1000
    this.#runningSince = null
  }
}
