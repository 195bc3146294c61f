// One index: the records of each key in a sorted array. Jobs are created in sequence order, so
// inserts are appends; a page is a binary search and a short walk; a delete moves a block of memory.
import type { AnyRecord } from './changes.ts'
import type { IndexDefinition } from './indexes.ts'

export class OrderedIndex {
  readonly #definition: IndexDefinition<AnyRecord>
  /** Ascending by order, then id; no list is empty. */
  readonly #lists = new Map<string, AnyRecord[]>()

  constructor(definition: IndexDefinition<AnyRecord>) {
    this.#definition = definition
  }

  /** Highest order first. */
  find(key: string, below: number, limit: number): AnyRecord[] {
    const list = this.#lists.get(key) ?? []
    const end = this.#place(list, below, '')
    return list.slice(Math.max(0, end - limit), end).reverse()
  }

  count(key: string): number {
    return this.#lists.get(key)?.length ?? 0
  }

  /** Follows a record's change; undefined is "was not there" or "is gone". */
  replace(before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (before && after && this.#overwrite(before, after)) return
    if (before) this.#remove(before)
    if (after) this.#insert(after)
  }

  #overwrite(before: AnyRecord, after: AnyRecord): boolean {
    const { key, order } = this.#definition
    const group = key(after)
    const list = group === null ? undefined : this.#lists.get(group)
    if (!list || key(before) !== group || order(before) !== order(after)) return false
    list[this.#place(list, order(after), after.id)] = after
    return true
  }

  #insert(record: AnyRecord): void {
    const key = this.#definition.key(record)
    if (key === null) return
    const list = this.#lists.get(key)
    if (!list) this.#lists.set(key, [record])
    else list.splice(this.#place(list, this.#definition.order(record), record.id), 0, record)
  }

  #remove(record: AnyRecord): void {
    const key = this.#definition.key(record)
    const list = key === null ? undefined : this.#lists.get(key)
    if (key === null || !list) return
    if (list.length === 1) this.#lists.delete(key)
    else list.splice(this.#place(list, this.#definition.order(record), record.id), 1)
  }

  /** How many records of the list come before (order, id). */
  #place(list: AnyRecord[], order: number, id: string): number {
    let low = 0
    let high = list.length
    if (high > 0 && this.#isBefore(list[high - 1], order, id)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(list[middle], order, id)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isBefore(record: AnyRecord | undefined, order: number, id: string): boolean {
    if (!record) return false
    const own = this.#definition.order(record)
    return own < order || (own === order && record.id < id)
  }
}
