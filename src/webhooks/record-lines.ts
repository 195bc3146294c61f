// The records of a stream, one after the other as they come: a pipe may go on for days.
import { UsageError } from '../errors.ts'
import { chunksOf, type Input } from './read.ts'
import { RECORD_MAX_BYTES } from './record.ts'

export interface RecordLine {
  /** From 1. */
  number: number
  text: string
}

/**
 * Every line that is not blank.
 *
 * @throws UsageError when a line is longer than a record can be, or the input cannot be read
 */
export async function* recordLines(input: Input): AsyncGenerator<RecordLine> {
  let number = 0
  for await (const line of linesOf(input)) {
    number += 1
    const text = line.toString().trim()
    if (text !== '') yield { number, text }
  }
}

async function* linesOf(input: Input): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let begunBytes = 0
  for await (const chunk of chunksOf(input)) {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)])
      begun = []
      begunBytes = 0
      start = end + 1
    }
    begun.push(chunk.subarray(start))
    begunBytes += chunk.length - start
    if (begunBytes > RECORD_MAX_BYTES) {
      throw new UsageError(
        `${input.file === '-' ? 'stdin' : input.file} has a line longer than any record`,
      )
    }
  }
  if (begunBytes > 0) yield Buffer.concat(begun)
}
