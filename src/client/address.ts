// Where the server is. It may move while a command runs: a local daemon that is started again can
// come back on another port, and then the URLs that it gave before lead to the new place too.
export interface Target {
  /** Below the base URL, or a whole URL as an upload ticket names it. */
  path: string
  /** Undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>
}

export class Address {
  /** Now, and before that. */
  readonly #baseUrls: [string, ...string[]]
  readonly #locate: (() => Promise<string | null>) | undefined

  /** @param locate tells where it is by now; null while nobody knows */
  constructor(baseUrl: string, locate: (() => Promise<string | null>) | undefined) {
    this.#baseUrls = [baseUrl]
    this.#locate = locate
  }

  /** Asks whether the server has moved. */
  async look(): Promise<void> {
    const baseUrl = (await this.#locate?.()) ?? null
    if (baseUrl !== null && baseUrl !== this.#baseUrls[0]) this.#baseUrls.unshift(baseUrl)
  }

  urlOf({ path, query = {} }: Target): URL {
    const base = this.#baseUrls.find((known) => path.startsWith(`${known}/`)) ?? ''
    const below = path.slice(base.length)
    const url = new URL(/^https?:/.test(below) ? below : `${this.#baseUrls[0]}${below}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return url
  }
}
