// The API key of this machine's own commands: `api-key` in the data folder, readable by its
// owner only. The store holds nothing but its hash.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../ports.ts'
import { firstRun } from '../service/first-run.ts'
import { writeFileDurably } from './durable.ts'

/** Makes the first credentials where there are none, and keeps the key in its file. */
export async function keepLocalKey(dataDir: string, store: Store, nowMs: number): Promise<void> {
  const path = join(dataDir, 'api-key')
  const before = await readKey(path)
  const key = await firstRun(store, before, nowMs)
  if (key !== before) await writeFileDurably(path, `${key}\n`)
}

async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
