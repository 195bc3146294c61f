// The terminal as the commands see it: data to stdout, everything else to stderr, and who may
// draw what. The rules of --json, --quiet, NO_COLOR, FORCE_COLOR, CI and TERM=dumb stand here.
import { once } from 'node:events'
import type { ReadStream, WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { withoutControls } from './text.ts'
import type { Style } from './ui/style.ts'

export interface IoOptions {
  json: boolean
  quiet: boolean
  /** Lines of a trace are coming, between which nothing can be drawn. */
  verbose?: boolean
}

const SMALLEST_ROWS = 5
const SMALLEST_COLUMNS = 20

export class Io {
  readonly stdout: WriteStream
  readonly stderr: WriteStream
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly env: NodeJS.ProcessEnv
  readonly #process: NodeJS.Process
  #showLost: ((attempt: number | null) => void) | null = null
  #makeRoom: ((write: () => Promise<void>) => Promise<void>) | null = null

  constructor(process: NodeJS.Process, options: IoOptions) {
    this.#process = process
    this.stdout = process.stdout
    this.stderr = process.stderr
    this.env = process.env
    this.json = options.json
    this.quiet = options.quiet
    this.verbose = options.verbose === true
  }

  /** Made when it is asked for: few commands read it, and opening it takes its time. */
  get stdin(): ReadStream {
    return this.#process.stdin
  }

  /** How progress is shown: a live view on a terminal, plain lines elsewhere, or not at all. */
  get progress(): 'live' | 'plain' | 'none' {
    if (this.json || this.quiet) return 'none'
    return !this.verbose && this.canDraw(this.stderr) ? 'live' : 'plain'
  }

  /** Whether lines on `stream` can be drawn anew: a person looks at a terminal that can do it. */
  canDraw(stream: WriteStream): boolean {
    const { CI, CONTINUOUS_INTEGRATION, TERM } = this.env
    // As the libraries see it, which stay silent then.
    const automated = [CI, CONTINUOUS_INTEGRATION].some(
      (value) => !['0', 'false'].includes(value ?? '0'),
    )
    // Some pseudo terminals have no size; a view cannot be laid out there.
    const sized = stream.rows >= SMALLEST_ROWS && stream.columns >= SMALLEST_COLUMNS
    return stream.isTTY === true && sized && !automated && TERM !== 'dumb'
  }

  /** Data to stdout, waiting for a slow reader; made safe when the reader is a terminal. */
  async write(text: string): Promise<void> {
    await this.writePainted(this.stdout.isTTY === true ? withoutControls(text) : text)
  }

  /** As write, for text with colours of our own, whose other parts have been made safe. */
  async writePainted(text: string): Promise<void> {
    if (!this.stdout.write(text)) await once(this.stdout, 'drain')
  }

  /** Bytes to stdout as they are: for scripts and files, not for a terminal. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (!this.stdout.write(bytes)) await once(this.stdout, 'drain')
  }

  /** A document's bytes as they are; made safe, and what is no UTF-8 replaced, on a terminal. */
  async writeDocument(bytes: Uint8Array): Promise<void> {
    if (this.stdout.isTTY === true) await this.write(Buffer.from(bytes).toString())
    else await this.writeBytes(bytes)
  }

  /** A notice to stderr; nothing under --json and --quiet. */
  note(line: string): void {
    if (!this.json && !this.quiet) this.trace(line)
  }

  /** What --verbose asked for, to stderr, always. */
  trace(line: string): void {
    const write = async () => this.complain(line)
    if (this.#makeRoom === null) void write()
    else this.#makeRoom(write).catch(() => undefined)
  }

  /** While something is drawn on the terminal, notices go through it; null ends that. */
  drawnBy(makeRoom: ((write: () => Promise<void>) => Promise<void>) | null): void {
    this.#makeRoom = makeRoom
  }

  /** The server was lost: which attempt to reach it comes next; null once it is back. */
  lost(attempt: number | null): void {
    this.#showLost?.(attempt)
  }

  /** While there is a view of the progress, it shows that; null ends it. */
  lostShownBy(show: ((attempt: number | null) => void) | null): void {
    this.#showLost = show
  }

  /** An error line or document to stderr, always. */
  complain(line: string): void {
    this.stderr.write(`${this.stderr.isTTY === true ? withoutControls(line) : line}\n`)
  }

  /** Colours `text` where `stream` shows colours. */
  paint(stream: WriteStream, style: Style, text: string): string {
    return this.coloured(stream) ? styleText(style, text, { validateStream: false }) : text
  }

  /** Whether `stream` shows colours. */
  coloured(stream: WriteStream): boolean {
    const { NO_COLOR, FORCE_COLOR, TERM } = this.env
    if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
    if (NO_COLOR !== undefined && NO_COLOR !== '') return false
    return stream.isTTY === true && TERM !== 'dumb'
  }
}
