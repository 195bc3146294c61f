// What is known of one thing: a label and a value a line, aligned on a terminal, tab-separated
// elsewhere.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'

/** @param rows labels of our own; values may hold anything */
export async function writeFacts(io: Io, rows: [label: string, value: string][]): Promise<void> {
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, value]) =>
    io.stdout.isTTY === true
      ? `${io.paint(io.stdout, 'bold', label.padEnd(width))}  ${printable(value)}\n`
      : `${label}\t${printable(value)}\n`,
  )
  await io.writePainted(lines.join(''))
}
