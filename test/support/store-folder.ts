// A data folder of a test's own, and a quiet store on it.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { openStore, type StoreOptions } from '../../daemon/io/store.ts'
import type { Store } from '../../daemon/ports.ts'

const quiet = pino({ level: 'silent' })

/** An empty folder that is gone when the test is over. */
export async function dataFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'scribe-store-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** A store that logs nothing, and is closed when the test is over. */
export async function openQuiet(dir: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore({ dir, log: quiet, ...options })
  onTestFinished(() => store.close())
  return store
}

/** Paths of the store's own files, journals first, each kind by age. */
export async function storeFiles(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, 'store'))
  return names.sort().map((name) => join(dir, 'store', name))
}

/** A logger that keeps its lines as objects. */
export function recordingLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
