// The columns of a list of transcriptions, the same wherever one is shown: aligned for people,
// tab-separated for scripts, with exact times there. A list may be long, so rows are written as
// they come; the first of them say how wide the columns are.
import type { Transcription } from '../api/types.ts'
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import { clock } from './progress-text.ts'
import { type Style, statusStyle } from './style.ts'
import { columnWidths, fitted } from './table.ts'

const HEADER = ['ID', 'STATUS', 'CREATED', 'LENGTH', 'LANGUAGE', 'NAME']
const STATUS_COLUMN = HEADER.indexOf('STATUS')
/** No later row needs more, but for ids and names. */
const LARGEST = ['', 'awaiting_upload', '0000-00-00 00:00', '0:00:00', '', '']
const GAP = '  '

export class TranscriptionTable {
  readonly #io: Io
  #widths: number[] | null = null

  constructor(io: Io) {
    this.#io = io
  }

  async write(jobs: Transcription[]): Promise<void> {
    if (jobs.length === 0) return
    const lines = this.#io.stdout.isTTY === true ? this.#aligned(jobs) : jobs.map(tabbed)
    await this.#io.writePainted(`${lines.join('\n')}\n`)
  }

  #aligned(jobs: Transcription[]): string[] {
    const { stdout } = this.#io
    const rows = jobs.map(cellsOf)
    const header = this.#widths === null ? [this.#painted(HEADER, () => 'bold')] : []
    this.#widths ??= columnWidths([HEADER, LARGEST, ...rows], stdout.columns)
    return [...header, ...rows.map((row) => this.#painted(row, styleOf))]
  }

  #painted(row: string[], styleAt: (cell: string, column: number) => Style | null): string {
    const { stdout } = this.#io
    return fitted(row, this.#widths ?? [])
      .map((shown, column) => {
        const style = styleAt(row[column] ?? '', column)
        return style === null ? shown : this.#io.paint(stdout, style, shown)
      })
      .join(GAP)
      .trimEnd()
  }
}

function cellsOf(job: Transcription): string[] {
  const { id, created_at, media, language } = job
  const seconds = media?.duration_seconds ?? null
  const length = seconds === null ? '' : clock(seconds)
  return [id, statusOf(job), localTime(created_at), length, language ?? '', nameOf(job)].map(
    printable,
  )
}

function tabbed(job: Transcription): string {
  const { id, created_at, media, language } = job
  const length = String(media?.duration_seconds ?? '')
  return [id, statusOf(job), created_at ?? '', length, language ?? '', nameOf(job)]
    .map(printable)
    .join('\t')
}

/** One that was deleted has no use any more, however it ended. */
function statusOf({ status, deleted_at }: Transcription): string {
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

function styleOf(cell: string, column: number): Style | null {
  if (column !== STATUS_COLUMN) return null
  return cell === 'deleted' ? 'gray' : statusStyle(cell)
}
