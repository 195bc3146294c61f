// What became of each input: every failure is named on stderr as it happens, several inputs end
// with a summary, and the first failure in the order of the command line is the exit code.
import type { Context } from '../context.ts'
import { InputsFailed, TooFewMinutes } from '../errors.ts'
import type { Input } from '../inputs/inputs.ts'
import { describeError, envelopeOf } from '../report.ts'
import { printable } from '../text.ts'

/** Failures that the summary names; the others are counted. */
const NAMED = 5

interface Summary {
  done: number
  skipped: number
  failed: number
  /** Because of --max-minutes. */
  not_sent: number
}

export class Outcomes {
  readonly #context: Context
  readonly #inputs: Input[]
  /** Names the input in an envelope. */
  readonly #several: boolean
  readonly #failures = new Map<number, unknown>()
  #done = 0
  #skipped = 0

  constructor(context: Context, inputs: Input[], several: boolean) {
    this.#context = context
    this.#inputs = inputs
    this.#several = several
  }

  get done(): number {
    return this.#done
  }

  completed(): void {
    this.#done += 1
  }

  skipped(index: number, output: string): void {
    this.#skipped += 1
    this.#context.io.note(`${printable(output)} exists; ${printable(this.#nameOf(index))} skipped`)
  }

  failed(index: number, error: unknown, hint = ''): void {
    const { io } = this.#context
    const given = this.#nameOf(index)
    this.#failures.set(index, error)
    io.complain(
      io.json
        ? JSON.stringify(envelopeOf(error, this.#several ? given : undefined))
        : `scribe: ${printable(given)}: ${describeError(error)}${hint}`,
    )
  }

  /** The last word on several inputs. */
  summarise(): void {
    const { io } = this.#context
    if (this.#inputs.length < 2 || io.quiet) return
    const errors = [...this.#failures.values()]
    const not_sent = errors.filter(isNotSent).length
    const failed = errors.length - not_sent
    const summary = { done: this.#done, skipped: this.#skipped, failed, not_sent }
    if (io.json) io.complain(JSON.stringify({ summary }))
    else io.note(this.#inWords(summary))
  }

  throwIfAny(): void {
    const [first] = this.#inOrder()
    if (first !== undefined) throw new InputsFailed(first[1])
  }

  #inWords({ done, skipped, failed, not_sent }: Summary): string {
    const parts = [`${done} done`]
    if (skipped > 0) parts.push(`${skipped} skipped`)
    if (not_sent > 0) parts.push(`${not_sent} not sent (--max-minutes)`)
    if (failed > 0) parts.push(`${failed} failed: ${this.#failedNames()}`)
    return parts.join(', ')
  }

  #failedNames(): string {
    const failed = this.#inOrder().filter(([, error]) => !isNotSent(error))
    const names = failed.slice(0, NAMED).map(([index]) => printable(this.#nameOf(index)))
    const more = failed.length - names.length
    return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  }

  #inOrder(): [number, unknown][] {
    return [...this.#failures].sort(([a], [b]) => a - b)
  }

  #nameOf(index: number): string {
    return this.#inputs[index]?.given ?? ''
  }
}

function isNotSent(error: unknown): boolean {
  return error instanceof TooFewMinutes
}
