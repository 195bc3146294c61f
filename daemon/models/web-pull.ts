// Gets a model's files from the web into a folder, each checked against the catalogue, or against
// what the first pull recorded.
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Web } from '../tools/web.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { sha256Of } from './installed.ts'
import { ModelFileError } from './pull-error.ts'
import { checkRecorded } from './recorded.ts'
import { partName } from './temporary.ts'
import { fetchWebFile } from './web-file.ts'
import { fileAddress } from './web-source.ts'

export interface WebPull {
  web: Web
  /** Address that stands before the paths of the catalogue. */
  base: string
  folder: string
  cacheDir: string
  /** Called with the name of each file before it is fetched. */
  onFile(name: string): void
  /** Called with the bytes of all files that have come so far. */
  onBytes(bytes: number): void
  signal: AbortSignal
}

/**
 * Leaves the files in the folder, each named by partName; what is there of an earlier pull is used.
 *
 * @throws ModelFileError, ModelPullError changed, WebError, and what the network throws
 */
export async function pullFromWeb(entry: CatalogueEntry, pull: WebPull): Promise<void> {
  let before = 0
  for (const [key, file] of Object.entries(entry.files)) {
    const { bytes, sha256 } = file
    const path = join(pull.folder, partName(key))
    const url = fileAddress(file, pull.base)
    pull.onFile(basename(file.source))
    let size = 0
    const onSize = (now: number) => {
      size = now
      pull.onBytes(before + now)
    }
    const { web, signal } = pull
    await fetchWebFile({ web, url, path, bytes, onSize, signal })
    if (!(await isWanted(path, { bytes, sha256 }))) {
      // It may be a beginning and an end that do not belong together: nothing of it is kept.
      await rm(path, { force: true })
      await rm(`${path}.etag`, { force: true })
      throw new ModelFileError(`${key} is not the file that the catalogue names`)
    }
    before += size
  }
  await checkRecorded(entry, pull.folder, pull.cacheDir)
}

async function isWanted(
  path: string,
  wanted: { bytes?: number | undefined; sha256?: string | undefined },
) {
  const { bytes, sha256 } = wanted
  if (bytes !== undefined && (await stat(path)).size !== bytes) return false
  return sha256 === undefined || (await sha256Of(path)) === sha256
}
