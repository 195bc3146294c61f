// `scribe transcribe`: the main job. Everything is checked before anything is sent; then each
// input goes its way (submit, wait, deliver). Whatever interrupts it, the same command goes on.
import { dirname, resolve } from 'node:path'
import type { Context } from '../context.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { baseNameOf, type Input, readInputs } from '../inputs/inputs.ts'
import { readList } from '../inputs/list.ts'
import type { Named } from '../outputs/names.ts'
import { planOutputs } from '../outputs/plan.ts'
import { dryRun } from '../transcribe/dry-run.ts'
import { checkOptions, type TranscribeOptions } from '../transcribe/options.ts'
import { Outcomes } from '../transcribe/outcomes.ts'
import { type Prepared, prepareInputs } from '../transcribe/prepare.ts'
import { runTasks } from '../transcribe/run.ts'
import { resumeHint, settle } from '../transcribe/settle.ts'

/**
 * @param args files, folders, URLs, `-`
 * @throws InputsFailed when some failed; each has been named on stderr
 */
export async function transcribe(
  context: Context,
  args: string[],
  options: TranscribeOptions,
): Promise<void> {
  const given = await namesOf(context, args, options)
  const inputs = await readInputs(given, options.recursive)
  const listed = options.filesFrom !== undefined
  const several = listed || inputs.length !== 1 || inputs[0]?.given !== args[0]
  checkOptions(options, several, context.io.json)
  if (inputs.length === 0) return context.io.note('The list names no inputs; nothing to do.')
  const outputs = await planOutputs(inputs.map(nameOf), { ...options, several })
  const prepared = await prepareInputs(context, inputs, outputs, options)
  if (options.dryRun) return preview(context, prepared, options)
  const outcomes = new Outcomes(context, inputs, several)
  await run(context, prepared, { options, several, outcomes })
  outcomes.summarise()
  outcomes.throwIfAny()
}

/** What its output is named after. */
function nameOf(input: Input): Named {
  const isFile = input.kind === 'file' || input.kind === 'bad'
  return { baseName: baseNameOf(input), folder: isFile ? dirname(resolve(input.given)) : null }
}

/** Arguments, then the entries of the list. */
async function namesOf(
  { io, signal }: Context,
  args: string[],
  { filesFrom }: TranscribeOptions,
): Promise<string[]> {
  if (filesFrom === undefined && args.length === 0) throw new UsageError(NO_INPUT)
  if (filesFrom === '-' && args.includes('-')) {
    throw new UsageError('stdin is either the list (--files-from -) or an input ("-"), not both')
  }
  if (filesFrom === undefined) return args
  if (filesFrom === '-' && io.stdin.isTTY === true) {
    io.note('Paste or type a path or URL a line; Ctrl-D ends the list.')
  }
  const listed = await readList(filesFrom, io.stdin, signal)
  if (filesFrom === '-' && listed.includes('-')) {
    throw new UsageError('the list came from stdin, so "-" in it has nothing to read')
  }
  return [...args, ...listed]
}

const NO_INPUT =
  'no input; name files, folders (with --recursive) or video URLs, or "-" for stdin: scribe transcribe talk.mp3'

async function preview(context: Context, prepared: Prepared[], options: TranscribeOptions) {
  try {
    await dryRun(context, prepared, options)
  } finally {
    for (const { task } of prepared) await task?.spooled?.close()
  }
}

interface Batch {
  options: TranscribeOptions
  several: boolean
  outcomes: Outcomes
}

async function run(context: Context, prepared: Prepared[], batch: Batch): Promise<void> {
  const { outcomes } = batch
  for (const { index, existing, error } of prepared) {
    if (existing !== null) outcomes.skipped(index, existing)
    if (error !== undefined) outcomes.failed(index, error)
  }
  const tasks = prepared.flatMap(({ task }) => task ?? [])
  try {
    if (tasks.length > 0) await runTasks({ context, tasks, ...batch })
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(resumeHint(tasks)) : error
  } finally {
    await settle(tasks, context)
  }
}
