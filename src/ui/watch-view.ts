// The transcriptions that are followed, as a table on a terminal that is drawn anew when something
// changes: the list's own columns, with how far each active one is. The table stays when the
// command ends.
import type { ProgressReport } from '../api/local.ts'
import type { Transcription } from '../api/types.ts'
import { isFinal } from '../client/wait.ts'
import type { Io } from '../io.ts'
import { type Canvas, openCanvas } from './canvas.tsx'
import type { FrameSize } from './progress-frame.ts'
import { fitting } from './progress-text.ts'
import { statusOf, transcriptionLines } from './transcription-table.ts'
import { truncateMiddle } from './width.ts'

/** The header, and the line below the rows. */
const OTHER_LINES = 2

export class WatchView {
  readonly #io: Io
  readonly #canvas: Canvas
  readonly #progress = new Map<string, ProgressReport>()
  #jobs: Transcription[] = []
  /** Null while the server answers. */
  #trouble: string | null = null

  constructor(io: Io) {
    this.#io = io
    this.#canvas = openCanvas(io, io.stdout, (size) => [...this.#table(size), this.#footer(size)])
    io.drawnBy(this.#canvas.aside)
  }

  /** @param jobs newest first */
  show(jobs: Transcription[]): void {
    this.#jobs = jobs
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of this.#progress.keys()) if (!ids.has(id)) this.#progress.delete(id)
    this.#canvas.draw()
  }

  showProgress(id: string, report: ProgressReport): void {
    this.#progress.set(id, report)
    this.#canvas.draw()
  }

  /** @param trouble one line; null when it is over */
  showTrouble(trouble: string | null): void {
    this.#trouble = trouble
    this.#canvas.draw()
  }

  async close(): Promise<void> {
    this.#io.drawnBy(null)
    const { columns, rows } = this.#io.stdout
    await this.#canvas.close(this.#jobs.length === 0 ? [] : this.#table({ columns, rows }))
  }

  #table({ columns, rows }: FrameSize): string[] {
    if (this.#jobs.length === 0) return []
    const shown = this.#jobs.slice(0, Math.max(1, rows - OTHER_LINES))
    return transcriptionLines(this.#io, shown, columns, (job) => this.#statusText(job))
  }

  #statusText(job: Transcription): string {
    const report = isFinal(job.status) ? undefined : this.#progress.get(job.id)
    if (report === undefined || isFinal(report.status)) return statusOf(job)
    const { status, processed_seconds: processed, duration_seconds: duration } = report
    if (processed === null || !duration) return status
    return `${status} ${Math.min(100, Math.floor((processed / duration) * 100))} %`
  }

  #footer({ columns, rows }: FrameSize): string {
    if (this.#trouble !== null) {
      return this.#io.paint(this.#io.stdout, 'red', truncateMiddle(this.#trouble, columns))
    }
    const active = this.#jobs.filter(({ status }) => !isFinal(status)).length
    const hidden = this.#jobs.length - Math.max(1, rows - OTHER_LINES)
    const count = this.#jobs.length === 0 ? 'No transcriptions yet' : `${active} active`
    const more = hidden > 0 ? `${count}, ${hidden} older not shown` : count
    return fitting([`${more}; Ctrl-C ends`, more, count], columns)
  }
}
