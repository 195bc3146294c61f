// Models on disk: <cacheDir>/models/<name>/<version>/ with the files and a manifest that says how
// long each is and what its SHA-256 was when it was written. A folder of that name is complete, as
// it only appears by a rename. Nothing here downloads.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireModel } from './catalogue.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { removeUnfinished } from './leftovers.ts'

/** A model that is ready for use. */
export interface ModelFiles {
  name: string
  version: string
  dir: string
  /** Absolute paths by the engine's key, e.g. `encoder`. */
  files: Record<string, string>
}

/** What the manifest says, by the engine's key. */
export type Manifest = Record<string, { file: string; bytes: number; sha256: string }>

const MANIFEST = 'manifest.json'

/** The folder that holds one model in this version. */
export function modelDir(entry: CatalogueEntry, cacheDir: string): string {
  return join(cacheDir, 'models', entry.name, entry.version)
}

/**
 * The installed files of a model, or undefined when it is not there, incomplete, or a file has
 * not the size it should have. Quick: no file is read through.
 */
export async function installedModel(
  name: string,
  cacheDir: string,
): Promise<ModelFiles | undefined> {
  return installedEntry(requireModel(name), cacheDir)
}

/** As installedModel, for an entry that need not be in the catalogue. */
export async function installedEntry(
  entry: CatalogueEntry,
  cacheDir: string,
): Promise<ModelFiles | undefined> {
  const dir = modelDir(entry, cacheDir)
  const manifest = await readManifest(dir)
  if (manifest === undefined) return undefined
  const files: Record<string, string> = {}
  for (const [key, { file, bytes }] of Object.entries(manifest)) {
    const path = join(dir, file)
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== bytes) return undefined
    files[key] = path
  }
  return { name: entry.name, version: entry.version, dir, files }
}

/**
 * Reads an installed model through and compares every file's SHA-256.
 *
 * @returns the keys of the files that are missing or damaged; empty when all is well
 */
export async function damagedFiles(entry: CatalogueEntry, cacheDir: string): Promise<string[]> {
  const dir = modelDir(entry, cacheDir)
  const manifest = (await readManifest(dir)) ?? {}
  const keys = Object.keys(manifest)
  if (keys.length === 0) return Object.keys(entry.files)
  const checks = keys.map(async (key) => {
    const row = manifest[key]
    const actual = row && (await sha256Of(join(dir, row.file)).catch(() => undefined))
    return actual === row?.sha256 ? [] : [key]
  })
  return (await Promise.all(checks)).flat()
}

/** Removes a model in all its versions, and what was downloaded of it; true when there was any. */
export async function removeModel(name: string, cacheDir: string): Promise<boolean> {
  const dir = join(cacheDir, 'models', requireModel(name).name)
  const versions = await readdir(dir).catch(() => [])
  await rm(dir, { recursive: true, force: true })
  const wasBegun = await removeUnfinished(cacheDir, name)
  return wasBegun || versions.length > 0
}

/** Lower-case hex SHA-256 of a file. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Writes the manifest of a folder whose files are all there, and makes everything durable. */
export async function sealFolder(dir: string, files: Record<string, string>): Promise<void> {
  const manifest: Manifest = {}
  for (const [key, file] of Object.entries(files)) {
    const path = join(dir, file)
    await syncPath(path)
    manifest[key] = { file, bytes: (await stat(path)).size, sha256: await sha256Of(path) }
  }
  const handle = await open(join(dir, MANIFEST), 'wx')
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(dir)
}

/** Makes the names in a folder durable; a no-op where folders cannot be opened (Windows). */
export async function syncFolder(dir: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(dir)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readManifest(dir: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(dir, MANIFEST), 'utf8')) as Manifest
  } catch {
    return undefined
  }
}
