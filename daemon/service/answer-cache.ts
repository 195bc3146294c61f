// Answers that were asked for lately, up to so many bytes in all; the one that was not asked for
// the longest leaves first. They are kept by record: a record never changes, it is replaced, so
// an answer cannot be out of date. As text, because Node sends that in one piece with its headers.
import type { TranscriptionRecord } from '../records.ts'

export class AnswerCache {
  readonly #answers = new Map<TranscriptionRecord, string>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(record: TranscriptionRecord): string | undefined {
    const answer = this.#answers.get(record)
    if (answer === undefined) return undefined
    this.#answers.delete(record)
    this.#answers.set(record, answer)
    return answer
  }

  /** One that alone would take more than a quarter of the room is not kept. */
  set(record: TranscriptionRecord, answer: string): void {
    if (bytesOf(answer) > this.#maxBytes / 4 || this.#answers.has(record)) return
    this.#answers.set(record, answer)
    this.#bytes += bytesOf(answer)
    for (const [oldest, text] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) return
      this.#answers.delete(oldest)
      this.#bytes -= bytesOf(text)
    }
  }
}

/** What a text takes in memory at most: two bytes a UTF-16 unit. */
function bytesOf(text: string): number {
  return 2 * text.length
}
