// From files to the state: the newest valid snapshot, then every journal from its number on.
// Only the end of the last journal may be incomplete, because only there a crash can interrupt a
// write; what was never acknowledged is cut there. Anything else that is wrong stops the start,
// since cutting it would take back acknowledged commits.
import { type Database, emptyDatabase } from './changes.ts'
import { StoreDamaged } from './errors.ts'
import { journalPath, listFiles, type StoreFiles, snapshotPath } from './files.ts'
import { decodeLine, readLines } from './lines.ts'
import { replay } from './replay.ts'
import { readSnapshot } from './snapshot.ts'

export interface Recovered {
  database: Database
  /** The snapshot that the state was built on; 0 when there was none. */
  snapshot: number
  snapshotBytes: number
  /** The journal to go on with; 0 when there is none yet. */
  journal: number
  /** The good length of that journal in bytes. */
  journalBytes: number
  /** All journals since the snapshot, good bytes only. */
  journalsBytes: number
  /** Bytes after the good length, from a write that a crash interrupted. */
  tornBytes: number
}

/** @throws StoreDamaged */
export async function recover(dir: string): Promise<Recovered> {
  const files = await listFiles(dir)
  let damage: unknown
  for (const snapshot of [...files.snapshots].reverse()) {
    try {
      return await recoverFrom(dir, files, snapshot)
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error
      damage ??= error
    }
  }
  // Without a snapshot the journals tell everything, if they begin with the first.
  if (damage && files.journals[0] !== 1) throw damage
  return recoverFrom(dir, files, 0)
}

async function recoverFrom(dir: string, files: StoreFiles, snapshot: number): Promise<Recovered> {
  const database = emptyDatabase()
  const snapshotBytes =
    snapshot === 0 ? 0 : await readSnapshot(snapshotPath(dir, snapshot), database)
  const journals = journalsSince(dir, files, snapshot)
  const last = journals.at(-1) ?? 0
  let journalsBytes = 0
  let end = { goodBytes: 0, tornBytes: 0 }
  for (const journal of journals) {
    end = await readJournal(journalPath(dir, journal), database, journal === last)
    journalsBytes += end.goodBytes
  }
  const { goodBytes, tornBytes } = end
  const journalBytes = goodBytes
  return {
    database,
    snapshot,
    snapshotBytes,
    journal: last,
    journalBytes,
    journalsBytes,
    tornBytes,
  }
}

/** The numbers from the snapshot's (or 1) on; a fresh folder has none at all. */
function journalsSince(dir: string, files: StoreFiles, snapshot: number): number[] {
  const first = Math.max(snapshot, 1)
  const journals = files.journals.filter((journal) => journal >= first)
  const missing = journals.findIndex((journal, place) => journal !== first + place)
  if (missing >= 0) throw new StoreDamaged(journalPath(dir, first + missing), 0, 'it is missing')
  if (snapshot > 0 && journals.length === 0) {
    throw new StoreDamaged(journalPath(dir, first), 0, 'it is missing')
  }
  return journals
}

/** Replays one journal; `isLast` when a crash can have interrupted its last write. */
async function readJournal(path: string, database: Database, isLast: boolean) {
  let bad: { offset: number; hasNul: boolean } | undefined
  const { restBytes, sizeBytes } = await readLines(path, (line, offset) => {
    const value = decodeLine(line)
    if (value === undefined) bad ??= { offset, hasNul: line.includes(0) }
    else if (bad) throw badLine(path, bad.offset, isLast)
    else replay(database, value as unknown[], path, offset)
  })
  const goodBytes = bad?.offset ?? sizeBytes - restBytes
  // An interrupted write ends early or leaves zeros; a whole line that is wrong is neither.
  const isTorn = isLast && (!bad || bad.hasNul)
  if (goodBytes < sizeBytes && !isTorn) throw badLine(path, goodBytes, isLast)
  return { goodBytes, tornBytes: sizeBytes - goodBytes }
}

function badLine(path: string, offset: number, isLast: boolean): StoreDamaged {
  const later = isLast ? '' : ' and remove the journals with higher numbers'
  const whatToDo =
    'Without one, keep a copy of the folder, then give up this commit and all later ones: ' +
    `truncate -s ${offset} "${path}"${later}.`
  return new StoreDamaged(path, offset, 'the checksum of a commit does not match', whatToDo)
}
