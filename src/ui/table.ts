// Rows for people and for scripts: aligned columns on a terminal, tab-separated lines elsewhere.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'

export async function writeTable(io: Io, header: string[], rows: string[][]): Promise<void> {
  const safe = rows.map((row) => row.map(printable))
  const lines =
    io.stdout.isTTY === true ? aligned([header, ...safe]) : safe.map((row) => row.join('\t'))
  if (lines.length > 0) await io.write(`${lines.join('\n')}\n`)
}

function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
