// What can be said of each input before any work: left out because its output exists, impossible,
// or a task. Standard input is read here, to its end.
import { realpath, stat } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import type { Input } from '../inputs/inputs.ts'
import { spoolStdin } from '../inputs/stdin.ts'
import type { TranscribeOptions } from './options.ts'
import { newTask, type Task } from './task.ts'

export interface Prepared {
  input: Input
  index: number
  /** Null when there is nothing to do, or nothing that can be done. */
  task: Task | null
  /** The output that exists already and is kept. */
  existing: string | null
  /** Why this input cannot be transcribed. */
  error?: unknown
}

/**
 * @param outputs a path, or null for stdout, in the order of the inputs
 * @throws the signal's reason; whatever is wrong with an input is in its result
 */
export async function prepareInputs(
  context: Context,
  inputs: Input[],
  outputs: (string | null)[],
  options: TranscribeOptions,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const [index, input] of inputs.entries()) {
    const found = { input, index, task: null, existing: null }
    try {
      const output = outputs[index] ?? null
      prepared.push({ ...found, ...(await prepare(context, index, input, output, options)) })
    } catch (error) {
      context.signal.throwIfAborted()
      prepared.push({ ...found, error })
    }
  }
  return prepared
}

async function prepare(
  { io, signal }: Context,
  index: number,
  input: Input,
  output: string | null,
  { skipExisting, source, reuseRecent }: TranscribeOptions,
): Promise<Pick<Prepared, 'task' | 'existing'>> {
  if (output !== null && skipExisting && (await exists(output))) {
    return { task: null, existing: output }
  }
  if (input.kind === 'bad') throw input.error
  if (input.kind !== 'url') {
    if (source === 'captions') throw new UsageError('--source captions is for video URLs')
    if (reuseRecent) throw new UsageError('--reuse-recent is for video URLs')
  }
  if (input.kind === 'file' && output !== null) await assertNotItself(input.path, output)
  const task = newTask(index, input, output)
  if (input.kind !== 'stdin') return { task, existing: null }
  const { source: spooled, mediaPath } = await spoolStdin(io.stdin, signal)
  return { task: { ...task, spooled, mediaPath }, existing: null }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function assertNotItself(input: string, output: string): Promise<void> {
  const target = await realpath(output).catch(() => null)
  if (target !== null && target === (await realpath(input))) {
    throw new UsageError('-o would replace the file itself')
  }
}
