// Finds a model's files in a folder that somebody brought: by size and checksum where these are
// known, whatever the files are called, else by name. Reads nothing through that has not the right
// size.
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CatalogueEntry, CatalogueFile } from './catalogue-entry.ts'
import { sha256Of } from './installed.ts'

const LARGEST_COUNT = 10_000

export interface FolderFile {
  path: string
  bytes: number
}

/** What of a model is in a folder. */
export interface FoundModel {
  entry: CatalogueEntry
  /** Paths by the file's key. */
  found: Record<string, string>
  missing: MissingFile[]
}

export interface MissingFile {
  /** As its maker calls it. */
  name: string
  bytes: number | undefined
  /** A file of that name is there, but it is another one. */
  differs: boolean
}

/** Plain files in a folder and below it. */
export async function filesIn(folder: string): Promise<FolderFile[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((item) => item.isFile()).slice(0, LARGEST_COUNT)
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path, bytes: (await stat(path)).size }
    }),
  )
}

/** Looks for models in a folder's files; each file is read through once at most. */
export async function findModels(
  entries: readonly CatalogueEntry[],
  files: readonly FolderFile[],
): Promise<FoundModel[]> {
  const sums = new Map<string, Promise<string>>()
  const sumOf = (path: string) => {
    const known = sums.get(path) ?? sha256Of(path)
    sums.set(path, known)
    return known
  }
  const models: FoundModel[] = []
  for (const entry of entries) {
    const model: FoundModel = { entry, found: {}, missing: [] }
    for (const [key, wanted] of Object.entries(entry.files)) {
      const path = await findFile(wanted, files, sumOf)
      if (path !== undefined) model.found[key] = path
      else model.missing.push(missingFile(wanted, files))
    }
    models.push(model)
  }
  return models
}

async function findFile(
  { source, bytes, sha256 }: CatalogueFile,
  files: readonly FolderFile[],
  sumOf: (path: string) => Promise<string>,
): Promise<string | undefined> {
  const named = files.filter(({ path }) => basename(path) === basename(source))
  const fitting = (sha256 === undefined ? named : [...named, ...files]).filter(
    (file) => bytes === undefined || file.bytes === bytes,
  )
  for (const { path } of fitting)
    if (sha256 === undefined || (await sumOf(path)) === sha256) return path
  return undefined
}

function missingFile({ source, bytes }: CatalogueFile, files: readonly FolderFile[]): MissingFile {
  const name = basename(source)
  return { name, bytes, differs: files.some(({ path }) => basename(path) === name) }
}
