// What a commit is made of, and the data that commits add up to. Changes carry whole values, so
// that replaying one twice does no harm.
import type { CollectionName, Collections } from '../../records.ts'
import { INDEXES } from './indexes.ts'

export type AnyRecord = Collections[CollectionName]

/** One step of a commit, as written to disk: a record (null = deleted), or the counter's value. */
export type Change =
  | [collection: CollectionName, id: string, record: AnyRecord | null]
  | [collection: 'sequence', id: 'last', value: number]

/** Everything the store keeps: what lowdb holds in memory. */
export interface Database {
  /** The last sequence number handed out. */
  sequence: number
  collections: Record<CollectionName, Map<string, AnyRecord>>
}

export const COLLECTION_NAMES = Object.keys(INDEXES) as CollectionName[]

export function emptyDatabase(): Database {
  return { sequence: 0, collections: eachCollection(() => new Map()) }
}

/** Another database with the same (shared, frozen) records, so that each can change alone. */
export function copyDatabase(database: Database): Database {
  return {
    sequence: database.sequence,
    collections: eachCollection((name) => new Map(database.collections[name])),
  }
}

export function eachCollection<V>(make: (name: CollectionName) => V): Record<CollectionName, V> {
  const entries = COLLECTION_NAMES.map((name) => [name, make(name)])
  return Object.fromEntries(entries) as Record<CollectionName, V>
}

/** Freezes a record and all that it holds, so that readers can share it without copies. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner)
    Object.freeze(value)
  }
  return value
}
