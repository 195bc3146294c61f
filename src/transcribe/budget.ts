// The minutes of --max-minutes: what an input will cost is set aside before it is sent, and put
// right by what it was charged. An input of unknown length goes while minutes are left, and holds
// up the others until its charge is known, so that no more than this one can go beyond the limit.

import { counted } from '../api/counted.ts'
import { TooFewMinutes } from '../errors.ts'

export interface Allowance {
  /** @param minutes charged at last; null when that is not known: then nothing more is allowed */
  settle(minutes: number | null): void
}

export class Budget {
  readonly #limit: number
  /** Spent or set aside. */
  #taken = 0
  #unknown: Promise<void> | null = null
  #turns: Promise<unknown> = Promise.resolve()

  constructor(minutes: number) {
    this.#limit = minutes
  }

  /**
   * Inputs take their minutes in the order in which they ask.
   *
   * @param measure minutes needed; null when the length is unknown
   * @throws TooFewMinutes when it must not be sent; what `measure` throws
   */
  allow(measure: () => Promise<number | null>): Promise<Allowance> {
    const turn = this.#turns.then(async () => this.#take(await measure()))
    this.#turns = turn.catch(() => undefined)
    return turn
  }

  async #take(needed: number | null): Promise<Allowance> {
    while (this.#unknown !== null) await this.#unknown
    const left = this.#limit - this.#taken
    if (needed === null ? left <= 0 : needed > left) throw this.#refusal(needed, left)
    return needed === null ? this.#allowUnknown() : this.#allowKnown(needed)
  }

  #allowKnown(needed: number): Allowance {
    this.#taken += needed
    return {
      settle: (minutes) => {
        this.#taken += (minutes ?? needed) - needed
      },
    }
  }

  #allowUnknown(): Allowance {
    let settled = () => {}
    this.#unknown = new Promise((resolve) => {
      settled = resolve
    })
    return {
      settle: (minutes) => {
        this.#taken += minutes ?? Number.POSITIVE_INFINITY
        this.#unknown = null
        settled()
      },
    }
  }

  #refusal(needed: number | null, left: number): TooFewMinutes {
    const cost = needed === null ? 'its length is unknown' : `it needs ${minutes(needed)}`
    const rest = Number.isFinite(left) ? Math.max(0, left) : 'maybe nothing'
    return new TooFewMinutes(
      'over_max_minutes',
      `not sent: ${cost} and --max-minutes ${this.#limit} leaves ${rest}`,
    )
  }
}

export function minutes(count: number): string {
  return counted(count, 'minute')
}
