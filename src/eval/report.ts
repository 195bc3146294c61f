// An evaluation for people and for scripts: rows of cells for tables, TSV with plain numbers,
// Markdown to paste. Pure.
import { printable } from '../text.ts'
import { type Evaluation, type FileFailure, type FileResult, isMeasured } from './evaluation.ts'
import type { Total } from './score.ts'

const COLUMNS = ['File', 'Units', 'Sub', 'Del', 'Ins', 'Error rate', 'Audio s', 'Took s', 'RTF']

const TSV_COLUMNS = [
  'path',
  'unit',
  'reference',
  'substitutions',
  'deletions',
  'insertions',
  'error_rate',
  'duration_seconds',
  'took_seconds',
  'real_time_factor',
  'error',
] as const

export function tableHeader(): string[] {
  return [...COLUMNS]
}

/** The files that were measured, then the sums. */
export function tableRows(evaluation: Evaluation): string[][] {
  const { files, totals, speed } = evaluation
  const last = totals.map((total, index) => [
    `total of ${total.files}`,
    ...countsOf(total),
    rateOf(total),
    // The time was spent on all of them.
    ...(index > 0
      ? ['', '', '']
      : [
          seconds(speed.audio_seconds),
          seconds(speed.took_seconds),
          factor(speed.real_time_factor),
        ]),
  ])
  return [...files.filter(isMeasured).map(rowOf), ...last]
}

function rowOf(file: FileResult): string[] {
  return [
    file.path,
    ...countsOf(file),
    rateOf(file),
    seconds(file.duration_seconds),
    seconds(file.took_seconds),
    factor(file.real_time_factor),
  ]
}

function countsOf({ reference, substitutions, deletions, insertions }: FileResult | Total) {
  return [reference, substitutions, deletions, insertions].map(String)
}

function rateOf({ error_rate, unit }: FileResult | Total): string {
  const name = unit === 'words' ? 'WER' : 'CER'
  return error_rate === null ? '-' : `${percent(error_rate)} ${name}`
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(2)}%`
}

function seconds(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}

function factor(value: number | null): string {
  return value === null ? '-' : value.toFixed(4)
}

/** With a header; failures have only their path and their error's code. */
export function tsvOf({ files }: Evaluation): string {
  const rows = files.map((file) => {
    const cells: Record<string, unknown> = isMeasured(file)
      ? { ...file }
      : { path: file.path, error: file.error.code }
    return TSV_COLUMNS.map((column) => printable(String(cells[column] ?? '')))
  })
  return [TSV_COLUMNS, ...rows].map((row) => `${row.join('\t')}\n`).join('')
}

/** What the numbers do not say, a line each. */
export function factsOf(evaluation: Evaluation): string[] {
  const { base_url, model, machine, totals, speed, memory, files } = evaluation
  const failed = files.filter((file): file is FileFailure => !isMeasured(file))
  return [
    ...totals.flatMap(({ unit, median_error_rate }) =>
      median_error_rate === null
        ? []
        : [`Median ${unit === 'words' ? 'WER' : 'CER'}: ${percent(median_error_rate)}`],
    ),
    `Median real-time factor: ${factor(speed.median_real_time_factor)}`,
    `Whole run: ${seconds(speed.elapsed_seconds)} s, ${speed.concurrency} at a time`,
    ...(memory === null
      ? []
      : [
          `Memory: ${(memory.resident_bytes / 1e6).toFixed(0)} MB in ${memory.processes} processes of the daemon`,
        ]),
    model === null ? `Server: ${base_url}` : `Model: ${model}${machine && ` on ${machine}`}`,
    ...(failed.length === 0 ? [] : [`Not measured: ${failed.length} of ${files.length}`]),
    `Normalised: ${evaluation.normaliser}`,
  ]
}

export function markdownOf(evaluation: Evaluation): string {
  const rows = tableRows(evaluation).map((row) => row.map(cell))
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = COLUMNS.map((_, index) => (index === 0 ? '---' : '---:'))
  const table = [COLUMNS, rule, ...rows].map(line).join('\n')
  const facts = factsOf(evaluation).map((fact) => `- ${cell(fact)}`)
  return `${table}\n\n${facts.join('\n')}\n`
}

/** Nothing in a name may end a cell or start markup. */
function cell(text: string): string {
  return printable(text).replace(/[\\|`*_<>[\]]/g, '\\$&')
}
