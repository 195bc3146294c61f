// Rows for people and for scripts: aligned columns on a terminal, tab-separated lines without a
// header elsewhere. On a terminal a row takes one line: what is too long loses its middle, never
// its end. Cells may hold anything; what could break a line or a column is made visible.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import type { Style } from './style.ts'
import { padTo, truncateMiddle, widthOf } from './width.ts'

export interface TableOptions {
  /** Colours a cell where there are colours; null leaves it plain. */
  styleOf?: (cell: string, column: number) => Style | null
}

const GAP = '  '
/** A text with less room says nothing. */
const SMALLEST_TEXT = 12
const SMALLEST_COLUMN = 5

/** @param header shown on a terminal only */
export async function writeTable(
  io: Io,
  header: string[],
  rows: string[][],
  options: TableOptions = {},
): Promise<void> {
  const safe = rows.map((row) => row.map(printable))
  const lines =
    io.stdout.isTTY === true
      ? aligned(io, header, safe, options)
      : safe.map((row) => row.join('\t'))
  if (lines.length > 0) await io.writePainted(`${lines.join('\n')}\n`)
}

function aligned(io: Io, header: string[], rows: string[][], { styleOf }: TableOptions): string[] {
  const { stdout } = io
  const widths = columnWidths([header, ...rows], stdout.columns)
  return [
    tableLine(header, widths, (shown) => io.paint(stdout, 'bold', shown)),
    ...rows.map((row) =>
      tableLine(row, widths, (shown, column) => {
        const style = styleOf?.(row[column] ?? '', column) ?? null
        return style === null ? shown : io.paint(stdout, style, shown)
      }),
    ),
  ]
}

/**
 * A row as one line.
 *
 * @param widths of columnWidths
 * @param paint may colour a cell, which is cut and filled up to its width already
 */
export function tableLine(
  row: string[],
  widths: number[],
  paint: (shown: string, column: number) => string,
): string {
  const cells = widths.flatMap((width, column) =>
    width === 0 ? [] : [{ column, shown: padTo(truncateMiddle(row[column] ?? '', width), width) }],
  )
  const last = cells.findLastIndex(({ shown }) => shown.trimEnd() !== '')
  return cells
    .slice(0, last + 1)
    .map(({ shown, column }, place) => paint(place === last ? shown.trimEnd() : shown, column))
    .join(GAP)
}

/**
 * How wide each column may be so that a row fits.
 *
 * The widest column gives way first, or the last one where some may be left out, down to a few
 * words; then columns are left out, as half a date says nothing; then the others give way, the first
 * one, which names the row, only when they cannot give more.
 *
 * @param columns of the terminal; 0 or undefined where it has no size, which limits nothing
 * @param optional columns that may be left out, in this order; their width is 0 then
 */
export function columnWidths(
  rows: string[][],
  columns: number | undefined,
  optional: number[] = [],
): number[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  )
  if (!columns) return widths
  const widest = widths.indexOf(Math.max(...widths.slice(1)), 1)
  const text = optional.length > 0 ? widths.length - 1 : widest
  shrink(widths, columns, [text], SMALLEST_TEXT)
  for (const column of optional) {
    if (excess(widths, columns) > 0) widths[column] = 0
  }
  const others = widths.map((_, column) => column).slice(1)
  shrink(widths, columns, others, SMALLEST_COLUMN)
  shrink(widths, columns, [0], SMALLEST_COLUMN)
  return widths
}

/** Takes from the widest of these columns as long as the row does not fit. */
function shrink(widths: number[], columns: number, of: number[], smallest: number): void {
  for (let over = excess(widths, columns); over > 0 && of.length > 0; over -= 1) {
    const widest = of.reduce((most, column) =>
      (widths[column] ?? 0) > (widths[most] ?? 0) ? column : most,
    )
    const width = widths[widest] ?? 0
    if (width <= smallest) return
    widths[widest] = width - 1
  }
}

function excess(widths: number[], columns: number): number {
  const shown = widths.filter((width) => width > 0)
  return shown.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - columns
}
