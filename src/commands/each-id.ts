// Commands that take several ids try every one; the exit code is that of the first that failed.
import type { Context } from '../context.ts'
import { InputsFailed, Interrupted } from '../errors.ts'
import { describeError, envelopeOf } from '../report.ts'
import { printable } from '../text.ts'

/** Runs `work` for all ids at the same time and names each that failed on stderr. */
export async function runEach(
  { io, signal }: Context,
  ids: string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map(work))
  if (signal.aborted) throw new Interrupted()
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected'
      ? [{ id: ids[index] ?? '', error: outcome.reason as unknown }]
      : [],
  )
  const [first] = failed
  if (first === undefined) return
  if (ids.length === 1) throw first.error
  for (const { id, error } of failed) {
    const text = `scribe: ${printable(id)}: ${describeError(error)}`
    io.complain(io.json ? JSON.stringify(envelopeOf(error, id)) : text)
  }
  throw new InputsFailed(first.error)
}
