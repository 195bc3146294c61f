// Puts the changes of a line back into a database. Indexes are built afterwards, in one go.
import { type AnyRecord, COLLECTION_NAMES, type Database, deepFreeze } from './changes.ts'
import { StoreDamaged } from './errors.ts'

const KNOWN = new Set<string>(COLLECTION_NAMES)

/**
 * @param path,offset where the changes were read, for the error
 * @returns how many changes there were
 * @throws StoreDamaged for a collection that this version does not know: going on would drop data
 */
export function replay(
  database: Database,
  changes: unknown[],
  path: string,
  offset: number,
): number {
  for (const change of changes) {
    const [name, id, value] = change as [string, string, unknown]
    if (name === 'sequence') database.sequence = value as number
    else if (KNOWN.has(name)) replayRecord(database, name, id, value)
    else throw unknownCollection(name, path, offset)
  }
  return changes.length
}

function replayRecord(database: Database, name: string, id: string, value: unknown): void {
  const records = database.collections[name as keyof Database['collections']]
  if (value === null) records.delete(id)
  else records.set(id, deepFreeze(value as AnyRecord))
}

function unknownCollection(name: string, path: string, offset: number): StoreDamaged {
  const whatToDo = 'If a newer version of scribe has used the folder, use that version.'
  return new StoreDamaged(path, offset, `there is no collection "${name}"`, whatToDo)
}
