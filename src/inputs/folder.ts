// The media files below a folder, hidden ones and links to folders left out. A folder inside that
// cannot be read is a result too: the others still count.
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Found {
  path: string
  /** Why a folder could not be read; undefined for a file. */
  error?: unknown
}

/**
 * @param isWanted tells by the name
 * @returns by name, folders among the files
 */
export async function filesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<Found[]> {
  const found: Found[] = []
  const visit = async (path: string, entries: Dirent[]) => {
    for (const entry of entries.sort(byName)) {
      const inner = join(path, entry.name)
      if (entry.name.startsWith('.')) continue
      if (!entry.isDirectory()) {
        if (isWanted(entry.name)) found.push({ path: inner })
        continue
      }
      const below = await readdir(inner, { withFileTypes: true }).catch((error: unknown) => {
        found.push({ path: inner, error })
        return []
      })
      await visit(inner, below)
    }
  }
  await visit(folder, await readdir(folder, { withFileTypes: true }))
  return found
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}
