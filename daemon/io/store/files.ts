// The names of the store's files. Snapshot n is the state before journal n; the state now is the
// newest snapshot and every journal from its number on. Journal 1 has no snapshot before it.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TEMPORARY_SUFFIX } from '../durable.ts'

const NAME = /^(journal|snapshot)-(\d{8,})\.jsonl$/

export interface StoreFiles {
  /** Ascending. */
  journals: number[]
  /** Ascending. */
  snapshots: number[]
}

export function journalPath(dir: string, number: number): string {
  return join(dir, `journal-${String(number).padStart(8, '0')}.jsonl`)
}

export function snapshotPath(dir: string, number: number): string {
  return join(dir, `snapshot-${String(number).padStart(8, '0')}.jsonl`)
}

export async function listFiles(dir: string): Promise<StoreFiles> {
  const files: StoreFiles = { journals: [], snapshots: [] }
  for (const name of await readdir(dir)) {
    const [, kind, number] = NAME.exec(name) ?? []
    if (kind === 'journal') files.journals.push(Number(number))
    if (kind === 'snapshot') files.snapshots.push(Number(number))
  }
  files.journals.sort((a, b) => a - b)
  files.snapshots.sort((a, b) => a - b)
  return files
}

/** Deletes what a snapshot has made superfluous. A crash on the way leaves it to the next start. */
export async function removeOlder(dir: string, snapshot: number): Promise<void> {
  const files = await listFiles(dir)
  for (const number of files.snapshots) {
    if (number < snapshot) await rm(snapshotPath(dir, number), { force: true })
  }
  for (const number of files.journals) {
    if (number < snapshot) await rm(journalPath(dir, number), { force: true })
  }
}

/** Deletes what was being written when the last process died. */
export async function removeTemporary(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.endsWith(TEMPORARY_SUFFIX)) await rm(join(dir, name), { force: true })
  }
}
