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
  const line = (row: string[], styleAt: (cell: string, column: number) => Style | null) =>
    fitted(row, widths)
      .map((shown, column) => {
        const style = styleAt(row[column] ?? '', column)
        return style === null ? shown : io.paint(stdout, style, shown)
      })
      .join(GAP)
  return [
    line(header, () => 'bold'),
    ...rows.map((row) => line(row, (cell, column) => styleOf?.(cell, column) ?? null)),
  ]
}

/** The row's cells, each as wide as its column; the last one is not filled up. */
export function fitted(row: string[], widths: number[]): string[] {
  return widths.map((width, column) => {
    const cell = truncateMiddle(row[column] ?? '', width)
    return column === widths.length - 1 ? cell : padTo(cell, width)
  })
}

/**
 * How wide each column may be so that a row fits.
 *
 * The widest column gives way first; the first one, which names the row, only when the others
 * cannot give more.
 *
 * @param columns of the terminal; 0 or undefined where it has no size, which limits nothing
 */
export function columnWidths(rows: string[][], columns: number | undefined): number[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  )
  if (!columns) return widths
  const room = columns - GAP.length * (widths.length - 1)
  let over = widths.reduce((sum, width) => sum + width, 0) - room
  for (const from of [1, 0]) {
    for (; over > 0; over -= 1) {
      const widest = Math.max(...widths.slice(from))
      if (widest <= SMALLEST_COLUMN) break
      widths[widths.indexOf(widest, from)] = widest - 1
    }
  }
  return widths
}
