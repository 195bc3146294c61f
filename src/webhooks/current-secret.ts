// The secret that a listener verifies with. It may be rotated meanwhile: when a signature does not
// match, it is looked up again, once in a while only, as anybody may send what does not match.

export interface Secret {
  text: string
  /** Where it comes from, in words. */
  source: string
}

const LOOK_INTERVAL_MS = 1000

export class CurrentSecret {
  #current: Secret
  readonly #look: () => Promise<Secret>
  #looking: Promise<void> = Promise.resolve()
  #lookedMs = Number.NEGATIVE_INFINITY

  /** @param look where `first` came from; what it throws leaves the secret as it was */
  constructor(first: Secret, look: () => Promise<Secret>) {
    this.#current = first
    this.#look = look
  }

  get current(): Secret {
    return this.#current
  }

  /** @returns the secret that took the place of `used`; null when none has */
  async after(used: Secret): Promise<Secret | null> {
    if (performance.now() - this.#lookedMs >= LOOK_INTERVAL_MS) {
      this.#lookedMs = performance.now()
      this.#looking = this.#lookAgain()
    }
    await this.#looking
    return this.#current.text === used.text ? null : this.#current
  }

  async #lookAgain(): Promise<void> {
    this.#current = await this.#look().catch(() => this.#current)
  }
}
