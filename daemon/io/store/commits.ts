// Group commit: while one write is being flushed, further transactions gather, and the next write
// takes them all. Readers see a commit after its flush. When the disk refuses one, it is taken
// back together with everything staged on top of it, because that may have read it.
import { ApiError } from '../../../src/api/errors.ts'
import type { State } from './state.ts'
import { type Staged, takeBack } from './transaction.ts'

interface Waiting {
  staged: Staged<unknown>
  resolve(): void
  reject(error: unknown): void
}

export interface CommitParts {
  committed: State
  head: State
  append(lines: string): Promise<void>
  /** No append is under way. */
  onBatch(): void
  onFatal(error: unknown): void
}

export class Commits {
  readonly #parts: CommitParts
  #waiting: Waiting[] = []
  #draining: Promise<void> | undefined

  constructor(parts: CommitParts) {
    this.#parts = parts
  }

  /**
   * Resolves when this commit, and all that were staged before it, are on disk and readable.
   *
   * @throws ApiError service_unavailable; its changes are then no longer in the head
   */
  add(staged: Staged<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ staged, resolve, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    // Lets everything that the caller stages in the same tick into the first write.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#commit(batch)
    }
    this.#draining = undefined
  }

  async #commit(batch: Waiting[]): Promise<void> {
    const lines = batch.map(({ staged }) => staged.line).join('')
    try {
      if (lines !== '') await this.#parts.append(lines)
    } catch (error) {
      this.#fail(batch, error)
      return
    }
    for (const { staged, resolve } of batch) {
      for (const change of staged.changes) this.#parts.committed.apply(change)
      resolve()
    }
    this.#parts.onBatch()
  }

  #fail(batch: Waiting[], error: unknown): void {
    const affected = [...batch, ...this.#waiting]
    this.#waiting = []
    for (const { staged } of [...affected].reverse()) takeBack(this.#parts.head, staged.undo)
    const reason = error instanceof ApiError ? error : unavailable(error)
    for (const { reject } of affected) reject(reason)
    if (error !== reason) this.#parts.onFatal(error)
  }
}

export function unavailable(cause?: unknown): ApiError {
  return new ApiError('service_unavailable', 'The server is stopping.', {}, { cause })
}
