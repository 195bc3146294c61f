// The data folder is closed to other users and filled with files of ours, so it must be one of
// ours: a mistyped `--data-dir /tmp` would otherwise shut everybody out of /tmp.
import { readdir } from 'node:fs/promises'

/** The folder holds other things than a daemon's data. */
export class ForeignFolder extends Error {
  override readonly name = 'ForeignFolder'

  constructor(dir: string) {
    super(`The folder ${dir} holds other files. Name an empty or a new folder for the data.`)
  }
}

/** @throws ForeignFolder unless the folder is missing, empty or a daemon's data folder */
export async function requireOwnFolder(dir: string): Promise<void> {
  const names = await namesIn(dir)
  const ours = (name: string) => name === 'store' || name === 'daemon.json' || /^lock\b/.test(name)
  if (names.length > 0 && !names.some(ours)) throw new ForeignFolder(dir)
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
