// `scribe eval`: how good and how fast transcripts are, against references. All lines are read and
// checked before anything is sent. It measures what a user gets, whichever server makes it.
import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeFileAtomically } from '../atomic-file.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import {
  type Evaluation,
  evaluationOf,
  type FileFailure,
  type FileResult,
  isMeasured,
} from '../eval/evaluation.ts'
import { type BadLine, type Reference, readReferences } from '../eval/references.ts'
import { factsOf, markdownOf, tableHeader, tableRows, tsvOf } from '../eval/report.ts'
import { failureOf, interrupted, measureAll } from '../eval/run.ts'
import { type Input, readInputs } from '../inputs/inputs.ts'
import { planOutputs } from '../outputs/plan.ts'
import { Outcomes } from '../transcribe/outcomes.ts'
import { writeTable } from '../ui/table.ts'

export type EvalFormat = 'table' | 'tsv' | 'json' | 'md'

export interface EvaluateOptions {
  format: EvalFormat
  /** Path, `-` or undefined. */
  output: string | undefined
  /** Where a line says nothing else. */
  language: string | undefined
  /** Files at the same time. */
  concurrency: number
  /** Whether the transcriptions are deleted when they have been looked at. */
  remove: boolean
}

/**
 * @param from file of references, `-` is stdin
 * @throws InputsFailed when some failed; each has been named on stderr
 */
export async function evaluate(
  context: Context,
  from: string,
  options: EvaluateOptions,
): Promise<void> {
  const output = await outputOf(from, options)
  const entries = await readEntries(context, from, options.language)
  if (entries.length === 0)
    throw new UsageError(`${nameOf(from)}: no references; a line is: path, tab, text`)
  const outcomes = new Outcomes(
    context,
    entries.map(({ input }) => input),
    true,
  )
  const evaluation = await run(context, entries, options, outcomes)
  await hand(context, evaluation, output, options.format)
  outcomes.summarise()
  outcomes.throwIfAny()
}

function nameOf(from: string): string {
  return from === '-' ? 'stdin' : from
}

async function outputOf(from: string, { output }: EvaluateOptions): Promise<string | null> {
  const [path = null] = await planOutputs([{ baseName: 'eval', folder: null }], {
    output,
    format: 'md',
    several: false,
  })
  const existing = path === null ? null : await realpath(path).catch(() => null)
  if (existing !== null && existing === (await realpath(from).catch(() => null))) {
    throw new UsageError('-o would replace the references')
  }
  return path
}

/** A line of the references, looked at; `reference` is null when it cannot be measured. */
interface Entry {
  input: Input
  reference: Reference | null
}

async function readEntries(
  { io, signal }: Context,
  from: string,
  language: string | undefined,
): Promise<Entry[]> {
  const folder = from === '-' ? process.cwd() : dirname(resolve(from))
  const lines = await readReferences(from, folder, io.stdin, signal)
  const entries: Entry[] = []
  for (const line of lines) entries.push(await entryOf(line, from, language))
  return entries
}

async function entryOf(
  line: Reference | BadLine,
  from: string,
  language: string | undefined,
): Promise<Entry> {
  if ('error' in line) {
    const given = `${nameOf(from)}:${line.line}`
    return { input: { kind: 'bad', given, error: line.error }, reference: null }
  }
  const [input] = await readInputs([line.path], false)
  if (input?.kind === 'bad') {
    return { input: { ...input, given: line.name }, reference: null }
  }
  const reference = { ...line, language: line.language ?? language ?? null }
  return { input: { kind: 'file', given: line.name, path: line.path }, reference }
}

async function run(
  context: Context,
  entries: Entry[],
  { concurrency, remove }: EvaluateOptions,
  outcomes: Outcomes,
): Promise<Evaluation> {
  const files = new Map<number, FileResult | FileFailure>()
  for (const [index, { input }] of entries.entries()) {
    if (input.kind !== 'bad') continue
    outcomes.failed(index, input.error)
    files.set(index, failureOf(input.given, input.error))
  }
  const usable = entries.flatMap(({ reference }, index) =>
    reference === null ? [] : [{ reference, index }],
  )
  if (usable.length === 0) outcomes.throwIfAny()
  const references = usable.map(({ reference }) => reference)
  const onFailure = (place: number, error: unknown) =>
    outcomes.failed(usable[place]?.index ?? 0, error)
  try {
    const measured = await measureAll(context, references, { concurrency, remove, onFailure })
    for (const [place, file] of measured.files.entries()) {
      files.set(usable[place]?.index ?? 0, file)
      if (isMeasured(file)) outcomes.completed()
    }
    const inOrder = entries.flatMap((_, index) => files.get(index) ?? [])
    return evaluationOf({ ...measured, files: inOrder })
  } catch (error) {
    throw interrupted(error)
  }
}

async function hand(
  context: Context,
  evaluation: Evaluation,
  output: string | null,
  format: EvalFormat,
): Promise<void> {
  const { io } = context
  const rows = tableRows(evaluation)
  const table = [tableHeader(), ...rows].map((row) => `${row.join('\t')}\n`).join('')
  const text = {
    json: () => `${JSON.stringify(evaluation)}\n`,
    md: () => markdownOf(evaluation),
    tsv: () => tsvOf(evaluation),
    table: () => table,
  }[format]
  if (output !== null) await writeFileAtomically(output, text())
  if (output !== null && !(io.json && format !== 'json')) return
  if (io.json) return io.write(`${JSON.stringify(evaluation)}\n`)
  if (format !== 'table') return io.write(text())
  await writeTable(io, tableHeader(), rows)
  for (const fact of factsOf(evaluation)) io.note(fact)
}
