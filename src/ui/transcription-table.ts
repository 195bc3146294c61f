// The columns of a list of transcriptions, the same wherever one is shown: aligned for people,
// tab-separated for scripts, with exact times there. A list may be long, so rows are written as
// they come; the first of them say how wide the columns are.
import type { Transcription } from '../api/types.ts'
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import { clock } from './progress-text.ts'
import { type Style, statusStyle } from './style.ts'
import { columnWidths, tableLine } from './table.ts'

const HEADER = ['ID', 'STATUS', 'CREATED', 'LENGTH', 'LANGUAGE', 'NAME']
const STATUS_COLUMN = HEADER.indexOf('STATUS')
/** No later row needs more, but for ids and names. */
const LARGEST = ['', 'awaiting_upload', '0000-00-00 00:00', '0:00:00', '', '']
/** A narrow terminal goes without them, in this order. */
const OPTIONAL = ['LANGUAGE', 'LENGTH', 'CREATED'].map((name) => HEADER.indexOf(name))

/** What to say instead of a status, such as how far it is. */
export type StatusText = (job: Transcription) => string

export class TranscriptionTable {
  readonly #io: Io
  #widths: number[] | null = null

  constructor(io: Io) {
    this.#io = io
  }

  async write(jobs: Transcription[]): Promise<void> {
    if (jobs.length === 0) return
    const lines = this.#io.stdout.isTTY === true ? this.#aligned(jobs) : jobs.map(transcriptionLine)
    await this.#io.writePainted(`${lines.join('\n')}\n`)
  }

  #aligned(jobs: Transcription[]): string[] {
    const { columns } = this.#io.stdout
    const isFirst = this.#widths === null
    this.#widths ??= transcriptionWidths(jobs, columns, statusOf)
    const [header = '', ...lines] = alignedLines(this.#io, jobs, this.#widths, statusOf)
    return isFirst ? [header, ...lines] : lines
  }
}

/** The table's lines, the header first, as they fit a terminal with so many columns. */
export function transcriptionLines(
  io: Io,
  jobs: Transcription[],
  columns: number,
  statusText: StatusText,
): string[] {
  return alignedLines(io, jobs, transcriptionWidths(jobs, columns, statusText), statusText)
}

function transcriptionWidths(jobs: Transcription[], columns: number, statusText: StatusText) {
  const rows = jobs.map((job) => cellsOf(job, statusText))
  return columnWidths([HEADER, LARGEST, ...rows], columns, OPTIONAL)
}

function alignedLines(io: Io, jobs: Transcription[], widths: number[], statusText: StatusText) {
  const paint = (style: Style | null, shown: string) =>
    style === null ? shown : io.paint(io.stdout, style, shown)
  return [
    tableLine(HEADER, widths, (shown) => paint('bold', shown)),
    ...jobs.map((job) =>
      tableLine(cellsOf(job, statusText), widths, (shown, column) =>
        paint(column === STATUS_COLUMN ? styleOf(job) : null, shown),
      ),
    ),
  ]
}

function cellsOf(job: Transcription, statusText: StatusText): string[] {
  const { id, created_at, media, language } = job
  const seconds = media?.duration_seconds ?? null
  const length = seconds === null ? '' : clock(seconds)
  return [id, statusText(job), localTime(created_at), length, language ?? '', nameOf(job)].map(
    printable,
  )
}

/** One line with tabs between the columns, without a line feed. */
export function transcriptionLine(job: Transcription): string {
  const { id, created_at, media, language } = job
  const length = String(media?.duration_seconds ?? '')
  return [id, statusOf(job), created_at ?? '', length, language ?? '', nameOf(job)]
    .map(printable)
    .join('\t')
}

/** One that was deleted has no use any more, however it ended. */
export function statusOf({ status, deleted_at }: Transcription): string {
  return deleted_at === null ? status : 'deleted'
}

function nameOf({ media, source }: Transcription): string {
  if (source.platform === 'upload') return source.filename ?? media?.filename ?? ''
  return media?.title ?? source.url ?? source.media_id ?? ''
}

/** To the minute, in the time zone of whoever looks. */
function localTime(timestamp: string | null): string {
  if (timestamp === null) return ''
  const at = new Date(timestamp)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

function styleOf(job: Transcription): Style | null {
  return job.deleted_at === null ? statusStyle(job.status) : 'gray'
}
