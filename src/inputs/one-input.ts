// The input of a command that takes one: what cannot be used is an error here.
import { stat } from 'node:fs/promises'
import { UsageError } from '../errors.ts'
import { printable } from '../text.ts'
import { type Input, readInputs } from './inputs.ts'

/** @throws UsageError naming the input */
export async function readOneInput(given: string): Promise<Exclude<Input, { kind: 'bad' }>> {
  const stats = await stat(given).catch(() => null)
  const shown = printable(given)
  if (stats?.isDirectory()) {
    throw new UsageError(`${shown}: a folder; \`scribe transcribe --recursive\` takes its files`)
  }
  const [input] = await readInputs([given], false)
  if (input === undefined) throw new UsageError(`${shown}: no file`)
  if (input.kind !== 'bad') return input
  throw new UsageError(`${shown}: ${input.error.message}`, input.error.code)
}
