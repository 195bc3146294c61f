// What lies among the models and is none that is used: versions that an earlier scribe kept, models
// that are not in the catalogue now, and unfinished downloads, which the next pull goes on with.
// What recorded.ts has recorded is no such thing.
import type { Dirent } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE, findModel } from './catalogue.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { unfinishedDownload } from './temporary.ts'

export interface Leftover {
  name: string
  /** Null for an unfinished download. */
  version: string | null
  bytes: number
  path: string
}

/** Old versions, and unfinished downloads too, in the cache folder. */
export async function findLeftovers(cacheDir: string): Promise<Leftover[]> {
  const root = join(cacheDir, 'models')
  const found: Leftover[] = []
  for (const { name } of await foldersIn(root)) {
    const path = join(root, name)
    const model = unfinishedDownload(name)
    if (model !== undefined) {
      found.push({ name: modelOf(model), version: null, bytes: await bytesIn(path), path })
    } else if (!name.startsWith('.')) found.push(...(await versionsOf(name, path)))
  }
  return found
}

/** @returns what was deleted */
export async function removeOldVersions(cacheDir: string): Promise<Leftover[]> {
  const old = (await findLeftovers(cacheDir)).filter(({ version }) => version !== null)
  for (const { path } of old) await rm(path, { recursive: true, force: true })
  return old
}

/** Deletes what was downloaded of a model; true when there was anything. */
export async function removeUnfinished(cacheDir: string, model: string): Promise<boolean> {
  const found = await findLeftovers(cacheDir)
  const begun = found.filter(({ name, version }) => name === model && version === null)
  for (const { path } of begun) await rm(path, { recursive: true, force: true })
  return begun.length > 0
}

/** After a model was put in place; a version that cannot be deleted now is told of by `list`. */
export async function removeOtherVersions(entry: CatalogueEntry, cacheDir: string): Promise<void> {
  const path = join(cacheDir, 'models', entry.name)
  for (const { name } of await foldersIn(path)) {
    if (name === entry.version) continue
    await rm(join(path, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function versionsOf(name: string, path: string): Promise<Leftover[]> {
  const current = findModel(name)?.version
  const others = (await foldersIn(path)).filter((folder) => folder.name !== current)
  return Promise.all(
    others.map(async ({ name: version }) => {
      const folder = join(path, version)
      return { name, version, bytes: await bytesIn(folder), path: folder }
    }),
  )
}

/** @param purpose name and version, as the pull has named it */
function modelOf(purpose: string): string {
  return CATALOGUE.find(({ name }) => purpose.startsWith(`${name}-`))?.name ?? purpose
}

async function foldersIn(path: string): Promise<Dirent[]> {
  const items = await readdir(path, { withFileTypes: true }).catch(() => [])
  return items.filter((item) => item.isDirectory())
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = names.map(async (name) => (await stat(join(folder, name)).catch(() => null))?.size)
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0)
}
