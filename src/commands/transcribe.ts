// `scribe transcribe`: the main job. Everything is checked before anything is sent; then each
// input goes its way (submit, wait, deliver). Whatever interrupts it, the same command goes on.
import { realpath, stat } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { InputsFailed, Interrupted, UsageError } from '../errors.ts'
import { baseNameOf, type Input, readInputs } from '../inputs/inputs.ts'
import { spoolStdin } from '../inputs/stdin.ts'
import { planOutputs } from '../outputs/plan.ts'
import { describeError, envelopeOf } from '../report.ts'
import { printable } from '../text.ts'
import { checkOptions, type TranscribeOptions } from '../transcribe/options.ts'
import { runTasks } from '../transcribe/run.ts'
import { resumeHint, settle, unfinishedHint } from '../transcribe/settle.ts'
import { newTask, type Task } from '../transcribe/task.ts'

/**
 * @param args files, folders, URLs, `-`
 * @throws InputsFailed when some failed; each has been named on stderr
 */
export async function transcribe(
  context: Context,
  args: string[],
  options: TranscribeOptions,
): Promise<void> {
  const inputs = await readInputs(args, options.recursive)
  const several = inputs.length !== 1 || inputs[0]?.given !== args[0]
  checkOptions(options, several, context.io.json)
  const outputs = await planOutputs(inputs.map(baseNameOf), { ...options, several })
  const failures = new Failures(context, inputs, several)
  const tasks: Task[] = []
  try {
    for (const [index, input] of inputs.entries()) {
      const task = await prepare(context, index, input, outputs[index] ?? null, options, failures)
      if (task !== null) tasks.push(task)
    }
    const onFailure = (task: Task, error: unknown) =>
      failures.add(task.index, error, unfinishedHint(task, error))
    if (tasks.length > 0) await runTasks({ context, tasks, options, several, onFailure })
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(resumeHint(tasks)) : error
  } finally {
    await settle(tasks, context)
  }
  failures.throwIfAny()
}

/** @returns null when there is nothing to do for this input, or nothing that can be done */
async function prepare(
  context: Context,
  index: number,
  input: Input,
  output: string | null,
  { skipExisting }: TranscribeOptions,
  failures: Failures,
): Promise<Task | null> {
  if (output !== null && skipExisting && (await exists(output))) {
    context.io.note(`${printable(output)} exists; ${printable(input.given)} skipped`)
    return null
  }
  try {
    if (input.kind === 'bad') throw input.error
    if (input.kind === 'file' && output !== null) await assertNotItself(input.path, output)
    const task = newTask(index, input, output)
    if (input.kind === 'stdin') {
      task.spooled = await spoolStdin(context.io.stdin, context.signal)
    }
    return task
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    failures.add(index, error)
    return null
  }
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

/** Names each input that failed on stderr, and knows the first of them for the exit code. */
class Failures {
  readonly #context: Context
  readonly #inputs: Input[]
  readonly #several: boolean
  readonly #errors = new Map<number, unknown>()

  constructor(context: Context, inputs: Input[], several: boolean) {
    this.#context = context
    this.#inputs = inputs
    this.#several = several
  }

  add(index: number, error: unknown, hint = ''): void {
    const { io } = this.#context
    const given = this.#inputs[index]?.given ?? ''
    this.#errors.set(index, error)
    io.complain(
      io.json
        ? JSON.stringify(envelopeOf(error, this.#several ? given : undefined))
        : `scribe: ${printable(given)}: ${describeError(error)}${hint}`,
    )
  }

  throwIfAny(): void {
    const first = [...this.#errors.keys()].sort((a, b) => a - b)[0]
    if (first !== undefined) throw new InputsFailed(this.#errors.get(first))
  }
}
