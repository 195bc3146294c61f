// Checksums of files for which no public source tells any: what the first pull got is written down
// beside the models, and every later pull must get the same. The first of two pulls at once wins.
// The record outlives the model's removal; only the user deletes it.
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { sha256Of } from './installed.ts'
import { changedFile } from './pull-error.ts'
import { partName } from './temporary.ts'

/** By the file's key. */
export type RecordedSums = Readonly<Record<string, { bytes: number; sha256: string }>>

/** Where a model's sums are recorded. */
export function recordPath({ name, version }: CatalogueEntry, cacheDir: string): string {
  return join(cacheDir, 'models', '.recorded', `${name}-${version}.json`)
}

/** Keys of the files that the catalogue has no checksum for. */
export function unpinnedKeys({ files }: CatalogueEntry): string[] {
  return Object.keys(files).filter((key) => files[key]?.sha256 === undefined)
}

/** What the first pull got; empty before it. */
export async function recordedSums(entry: CatalogueEntry, cacheDir: string): Promise<RecordedSums> {
  try {
    return JSON.parse(await readFile(recordPath(entry, cacheDir), 'utf8')) as RecordedSums
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Compares files in a folder, named by partName, with the record, or makes the record. What differs
 * is removed.
 *
 * @throws ModelPullError changed
 */
export async function checkRecorded(
  entry: CatalogueEntry,
  folder: string,
  cacheDir: string,
): Promise<void> {
  const keys = unpinnedKeys(entry)
  if (keys.length === 0) return
  const sums: Record<string, { bytes: number; sha256: string }> = {}
  for (const key of keys) {
    const path = join(folder, partName(key))
    sums[key] = { bytes: (await stat(path)).size, sha256: await sha256Of(path) }
  }
  const counting = await recordSums(entry, cacheDir, sums)
  const changed = keys.filter((key) => counting[key]?.sha256 !== sums[key]?.sha256)
  for (const key of changed) await rm(join(folder, partName(key)), { force: true })
  if (changed.length > 0) throw changedFile(entry.name, changed, recordPath(entry, cacheDir))
}

/** @returns the sums that count from now on: these, or those recorded before */
async function recordSums(
  entry: CatalogueEntry,
  cacheDir: string,
  sums: RecordedSums,
): Promise<RecordedSums> {
  const path = recordPath(entry, cacheDir)
  const fresh = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await rm(fresh, { force: true })
  const file = await open(fresh, 'wx')
  try {
    await file.writeFile(`${JSON.stringify(sums, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(fresh, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return recordedSums(entry, cacheDir)
}
