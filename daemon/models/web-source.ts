// Models that are fetched file by file from Hugging Face. Each address holds a revision, so that the
// bytes behind it stay the same.
import type { CatalogueFile } from './catalogue-entry.ts'

/** Where the files are; the setting models_mirror names another place with the same paths. */
export const MODELS_ADDRESS = 'https://huggingface.co'

/** Where a file is. @param base MODELS_ADDRESS, or a mirror */
export function fileAddress({ source }: CatalogueFile, base: string): string {
  return `${base.replace(/\/+$/, '')}/${source}`
}

export type Sums = readonly [bytes: number, sha256: string]

/** Files of one revision of a repository; without a known sum, its size alone or nothing. */
export function webFiles(
  repository: string,
  revision: string,
  named: Record<string, readonly [name: string, ...sums: Sums | [bytes: number]]>,
): Record<string, CatalogueFile> {
  return Object.fromEntries(
    Object.entries(named).map(([key, [name, bytes, sha256]]) => [
      key,
      {
        source: `${repository}/resolve/${revision}/${name}`,
        bytes,
        ...(sha256 === undefined ? {} : { sha256 }),
      },
    ]),
  )
}
