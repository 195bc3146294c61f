// A database with its indexes: what one looks things up in. The store has two of them, the
// committed one for readers and the head, which is ahead by the transactions still on their way
// to disk. Records are shared; only maps and index arrays exist twice.
import type { Reads } from '../../ports.ts'
import type { CollectionName, Collections } from '../../records.ts'
import { type AnyRecord, type Change, type Database, eachCollection } from './changes.ts'
import { INDEXES } from './indexes.ts'
import { OrderedIndex } from './ordered.ts'

export class State implements Reads {
  readonly #database: Database
  readonly #indexes: Record<CollectionName, Map<string, OrderedIndex>>

  constructor(database: Database) {
    this.#database = database
    this.#indexes = eachCollection((name) => buildIndexes(name, database.collections[name]))
  }

  get sequence(): number {
    return this.#database.sequence
  }

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#database.collections[collection].get(id) as Collections[C] | undefined
  }

  find<C extends CollectionName>(
    collection: C,
    index: string,
    key: string,
    page: { below?: number; limit?: number } = {},
  ): Collections[C][] {
    const { below = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = page
    return this.#index(collection, index).find(key, below, limit) as Collections[C][]
  }

  count(collection: CollectionName, index: string, key: string): number {
    return this.#index(collection, index).count(key)
  }

  /** @returns the change that takes this one back */
  apply(change: Change): Change {
    const [collection, id, value] = change
    if (collection !== 'sequence') return this.#applyRecord(collection, id, value)
    const before = this.#database.sequence
    this.#database.sequence = value
    return ['sequence', 'last', before]
  }

  #applyRecord(collection: CollectionName, id: string, record: AnyRecord | null): Change {
    const records = this.#database.collections[collection]
    const before = records.get(id)
    if (record) records.set(id, record)
    else records.delete(id)
    for (const index of this.#indexes[collection].values()) {
      index.replace(before, record ?? undefined)
    }
    return [collection, id, before ?? null]
  }

  #index(collection: CollectionName, name: string): OrderedIndex {
    const index = this.#indexes[collection].get(name)
    if (!index) throw new Error(`The collection ${collection} has no index ${name}`)
    return index
  }
}

function buildIndexes(name: CollectionName, records: Map<string, AnyRecord>) {
  const indexes = new Map<string, OrderedIndex>()
  for (const [indexName, definition] of Object.entries(INDEXES[name])) {
    const index = new OrderedIndex(definition)
    for (const record of records.values()) index.replace(undefined, record)
    indexes.set(indexName, index)
  }
  return indexes
}
