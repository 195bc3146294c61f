// Commands that take records try every one; the exit code is that of the first that failed.
import type { Context } from '../../context.ts'
import { InputsFailed, UsageError } from '../../errors.ts'
import { describeError, envelopeOf } from '../../report.ts'
import { parseRecord, type StoredDelivery } from '../../webhooks/record.ts'
import { recordLines } from '../../webhooks/record-lines.ts'

/**
 * Runs `work` for one record after the other, as they come, and names each that failed on stderr.
 *
 * @param file a path, or `-` for stdin
 * @throws InputsFailed, and UsageError when there is no record at all
 */
export async function runEachRecord(
  { io, signal }: Context,
  file: string,
  work: (record: StoredDelivery) => Promise<void>,
): Promise<void> {
  let count = 0
  let first: unknown
  for await (const { number, text } of recordLines({ file, io, signal })) {
    count += 1
    try {
      await work(parseRecord(text))
    } catch (error) {
      signal.throwIfAborted()
      first ??= error
      const line = `line ${number}`
      io.complain(
        io.json
          ? JSON.stringify(envelopeOf(error, line))
          : `scribe: ${line}: ${describeError(error)}`,
      )
    }
  }
  if (count === 0) throw new UsageError(`${file === '-' ? 'stdin' : file} holds no record`)
  if (first !== undefined) throw new InputsFailed(first)
}
