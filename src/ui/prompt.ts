// Questions to a person, on stderr, with the answer shown or hidden. What is typed ahead of its
// question is kept, hidden too. Refuses to ask where nobody can answer: that is checked by canAsk.
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { Interrupted } from '../errors.ts'
import type { Io } from '../io.ts'

/** Whether a person sits at both ends. */
export function canAsk({ stdin, stderr }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true
}

export class Prompt {
  readonly #io: Io
  readonly #signal: AbortSignal
  readonly #lines: Interface
  readonly #answers: string[] = []
  #hidden = true
  #onChange: () => void = () => {}
  #ended = false

  constructor(io: Io, signal: AbortSignal) {
    this.#io = io
    this.#signal = signal
    const echo = new Writable({
      write: (text, _encoding, done) => {
        if (!this.#hidden) io.stderr.write(text)
        done()
      },
    })
    this.#lines = createInterface({
      ...{ input: io.stdin, output: echo, terminal: true, historySize: 0 },
    })
    this.#lines.on('line', (line) => {
      // Until the next question is known, nothing more is echoed: it may be the one for the key.
      this.#hidden = true
      this.#answers.push(line)
      this.#onChange()
    })
    // Ctrl-C, Ctrl-D, or the terminal went away.
    this.#lines.on('close', () => this.#end())
    signal.addEventListener('abort', () => this.#end(), { once: true })
  }

  /**
   * @returns the line without blanks around it
   * @throws Interrupted when the person leaves
   */
  async ask(question: string, options: { hidden: boolean }): Promise<string> {
    if (options.hidden) this.#io.stderr.write(question)
    this.#hidden = options.hidden
    this.#lines.setPrompt(options.hidden ? '' : question)
    this.#lines.prompt()
    const answer = await this.#next()
    // A line that was read ends with one by itself, where it was shown.
    if (options.hidden || answer === undefined) this.#io.stderr.write('\n')
    if (answer === undefined) throw this.#signal.reason ?? new Interrupted()
    return answer.trim()
  }

  close(): void {
    this.#lines.close()
  }

  async #next(): Promise<string | undefined> {
    while (this.#answers.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve
      })
    }
    return this.#answers.shift()
  }

  #end(): void {
    this.#ended = true
    this.#onChange()
  }
}
