// Requests per minute and team, counted in windows of one minute that begin with a team's first
// request. In memory only: a restart forgives at most one minute's requests.
import type { Clock } from '../ports.ts'
import type { Team } from '../records.ts'

const WINDOW_MS = 60_000

export interface RateVerdict {
  limit: number
  /** Requests left in this window, after this one. */
  remaining: number
  /** Whole seconds until the next window when this request is too much, else null. */
  retryAfterSeconds: number | null
}

export class RateLimits {
  readonly #clock: Clock
  readonly #windows = new Map<string, { endsMs: number; used: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts one request of this team. */
  take({ id, limits }: Team): RateVerdict {
    const limit = limits.requests_per_minute
    const now = this.#clock.now()
    const window = this.#window(id, now)
    const over = window.used >= limit
    if (!over) window.used += 1
    const retryAfterSeconds = over ? Math.max(1, Math.ceil((window.endsMs - now) / 1000)) : null
    return { limit, remaining: Math.max(0, limit - window.used), retryAfterSeconds }
  }

  /** Where this team stands; nothing is counted. */
  look({ id, limits }: Team): Pick<RateVerdict, 'limit' | 'remaining'> {
    const limit = limits.requests_per_minute
    const { used } = this.#window(id, this.#clock.now())
    return { limit, remaining: Math.max(0, limit - used) }
  }

  #window(id: string, now: number): { endsMs: number; used: number } {
    const current = this.#windows.get(id)
    if (current !== undefined && current.endsMs > now) return current
    const fresh = { endsMs: now + WINDOW_MS, used: 0 }
    this.#windows.set(id, fresh)
    return fresh
  }
}
