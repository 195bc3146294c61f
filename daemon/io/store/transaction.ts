// Runs the body of a transaction against the head state. Its writes take effect there at once, so
// that the next body sees them; the inverse of each is kept until the disk has confirmed.
import type { Transaction } from '../../ports.ts'
import type { CollectionName, Collections } from '../../records.ts'
import { type Change, deepFreeze } from './changes.ts'
import { encodeLine } from './lines.ts'
import type { State } from './state.ts'

export interface Staged<T> {
  result: T
  changes: Change[]
  /** The inverse of each change, in the order of the changes. */
  undo: Change[]
  /** What goes to the journal; empty when nothing was written. */
  line: string
}

/** @throws what `work` throws; the head is then as it was */
export function stage<T>(head: State, work: (tx: Transaction) => T): Staged<T> {
  const tx = new OpenTransaction(head)
  try {
    const result = work(tx)
    if (result instanceof Promise) throw new TypeError('A transaction must not be asynchronous')
    const { undo } = tx
    const changes = tx.end()
    return { result, changes, undo, line: changes.length > 0 ? encodeLine(changes) : '' }
  } catch (error) {
    takeBack(head, tx.undo)
    throw error
  } finally {
    tx.end()
  }
}

export function takeBack(head: State, undo: Change[]): void {
  for (const change of [...undo].reverse()) head.apply(change)
}

class OpenTransaction implements Transaction {
  readonly undo: Change[] = []
  readonly #head: State
  readonly #changes: Change[] = []
  #firstSequence: number
  #ended = false

  constructor(head: State) {
    this.#head = head
    this.#firstSequence = head.sequence
  }

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#head.get(collection, id)
  }

  find<C extends CollectionName>(
    collection: C,
    index: string,
    key: string,
    page?: { below?: number; limit?: number },
  ): Collections[C][] {
    return this.#head.find(collection, index, key, page)
  }

  count(collection: CollectionName, index: string, key: string): number {
    return this.#head.count(collection, index, key)
  }

  put<C extends CollectionName>(collection: C, record: Collections[C]): void {
    this.#write([collection, record.id, deepFreeze(record)])
  }

  delete(collection: CollectionName, id: string): void {
    if (this.#head.get(collection, id)) this.#write([collection, id, null])
  }

  /** Not taken back when the transaction fails: a gap does no harm, a repetition would. */
  nextSequence(): number {
    this.#refuseWhenEnded()
    const value = this.#head.sequence + 1
    this.#head.apply(['sequence', 'last', value])
    return value
  }

  end(): Change[] {
    const isUsed = this.#head.sequence > this.#firstSequence
    if (!this.#ended && isUsed) this.#changes.push(['sequence', 'last', this.#head.sequence])
    this.#ended = true
    return this.#changes
  }

  #write(change: Change): void {
    this.#refuseWhenEnded()
    this.#changes.push(change)
    this.undo.push(this.#head.apply(change))
  }

  #refuseWhenEnded(): void {
    if (this.#ended) throw new Error('The transaction has ended')
  }
}
