// What --verbose and --debug tell of the requests: a line for each attempt and each wait for
// another one; with --debug also headers and small JSON bodies. Secrets never appear (redact.ts).
// Requests run side by side, so each has a number.
import { redactHeader, redactJson, redactText, redactUrl } from './redact.ts'

/** One attempt of a request. */
export interface Attempt {
  /** Of the request, from 1. */
  number: number
  /** Of the attempt, from 1. */
  attempt: number
  method: string
  url: URL
  startedMs: number
}

export type HeaderMap = Record<string, string | string[] | undefined>

const LONGEST_BODY = 4096

export class Trace {
  readonly #write: (line: string) => void
  readonly #detailed: boolean

  /**
   * @param write gets one line, not yet safe for a terminal
   * @param detailed adds headers and bodies
   */
  constructor(write: (line: string) => void, detailed: boolean) {
    this.#write = write
    this.#detailed = detailed
  }

  sending(attempt: Attempt, headers: HeaderMap, body: string | undefined): void {
    if (!this.#detailed) return
    this.#write(`> ${nameOf(attempt)}`)
    this.#details('>', headers, body)
  }

  answered(attempt: Attempt, status: number, headers: HeaderMap, body: string | undefined): void {
    this.#write(`< ${nameOf(attempt)}: ${status} in ${elapsedMs(attempt)} ms`)
    if (this.#detailed) this.#details('<', headers, body)
  }

  failed(attempt: Attempt, error: Error): void {
    const reason = redactText(error.message)
    this.#write(`< ${nameOf(attempt)}: ${reason}, after ${elapsedMs(attempt)} ms`)
  }

  /** @param retry the next one, from 1; of one kind of failure */
  waiting(
    { number }: Attempt,
    error: Error,
    { waitMs, retry, retries }: { waitMs: number; retry: number; retries: number },
  ): void {
    const code = 'code' in error ? ` (${error.code})` : ''
    const seconds = (waitMs / 1000).toFixed(1)
    const which = `retry ${retry} of at most ${retries}`
    this.#write(`* #${number} ${redactText(error.message)}${code}; ${which} in ${seconds} s`)
  }

  #details(mark: string, headers: HeaderMap, body: string | undefined): void {
    for (const [name, value] of Object.entries(headers)) {
      for (const one of [value ?? []].flat()) {
        this.#write(`${mark}   ${name}: ${redactHeader(name, one)}`)
      }
    }
    if (body === undefined || body === '') return
    const json = body.length > LONGEST_BODY ? null : redactJson(body)
    this.#write(`${mark}   ${json ?? `(${body.length} characters)`}`)
  }
}

function nameOf({ number, attempt, method, url }: Attempt): string {
  const which = attempt === 1 ? '' : ` (attempt ${attempt})`
  return `#${number} ${method} ${redactUrl(url)}${which}`
}

function elapsedMs({ startedMs }: Attempt): number {
  return Math.round(performance.now() - startedMs)
}
