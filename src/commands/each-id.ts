// Commands that take several ids try every one; the exit code is that of the first that failed.
import type { Context } from '../context.ts'
import { InputsFailed, Interrupted } from '../errors.ts'
import { describeError, envelopeOf } from '../report.ts'
import { printable } from '../text.ts'
import { runPool } from '../transcribe/pool.ts'

/** Requests at the same time. */
const LANES = 16

/**
 * Runs `work` for the ids, several at a time, and names each that failed on stderr. An id that was
 * given twice counts once.
 */
export async function runEach(
  { io, signal }: Context,
  ids: string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  const different = [...new Set(ids)]
  const outcomes = await Promise.all(runPool(different, LANES, work))
  if (signal.aborted) throw new Interrupted()
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.ok ? [] : [{ id: different[index] ?? '', error: outcome.error }],
  )
  const [first] = failed
  if (first === undefined) return
  if (different.length === 1) throw first.error
  for (const { id, error } of failed) {
    const text = `scribe: ${printable(id)}: ${describeError(error)}`
    io.complain(io.json ? JSON.stringify(envelopeOf(error, id)) : text)
  }
  throw new InputsFailed(first.error)
}
