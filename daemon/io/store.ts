// The daemon's durable store: lowdb in memory, a journal on disk, one process per data folder.
// Readers get committed records, frozen and shared; writers run one after the other and wait for
// the disk together. It refuses to start on damaged files and to go on after a failed flush.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Reads, Store, Transaction } from '../ports.ts'
import type { CollectionName, Collections } from '../records.ts'
import { type FolderLock, lockFolder } from './lock.ts'
import { JournalAdapter, type Log } from './store/adapter.ts'
import { copyDatabase, type Database, emptyDatabase } from './store/changes.ts'
import { Commits, unavailable } from './store/commits.ts'
import { StoreFailed } from './store/errors.ts'
import type { OpenFile } from './store/journal.ts'
import { State } from './store/state.ts'
import { stage } from './store/transaction.ts'

const COMPACT_BYTES = 16 * 1024 * 1024

export interface StoreOptions {
  /** The data folder; made when missing, closed to other users (0700). The store uses `store/`. */
  dir: string
  log: Log
  /** Journal size that is worth a snapshot; 16 MiB when absent. */
  compactBytes?: number
  /** The disk failed in a way after which the process must end. Absent: an uncaught exception. */
  onFatal?: (error: unknown) => void
  /** How journal files are opened: node's own when absent. */
  openFile?: OpenFile
}

/**
 * Locks the data folder and recovers what it holds.
 *
 * @throws DataDirLocked when another daemon runs on the folder
 * @throws StoreDamaged when the files are not what the store wrote
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dir, log, compactBytes = COMPACT_BYTES, openFile = open } = options
  const lock = await lockFolder(dir)
  try {
    const adapter = new JournalAdapter({ dir: join(dir, 'store'), log, compactBytes, openFile })
    const low = new Low<Database>(adapter, emptyDatabase())
    await low.read()
    return new JournaledStore(low, adapter, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

class JournaledStore implements Store {
  readonly #low: Low<Database>
  readonly #adapter: JournalAdapter
  readonly #lock: FolderLock
  readonly #options: StoreOptions
  readonly #committed: State
  readonly #head: State
  readonly #commits: Commits
  #compaction: Promise<void> = Promise.resolve()
  #isStaging = false
  /** Why no transaction is taken any more. */
  #stopped: { cause: unknown } | undefined

  constructor(
    low: Low<Database>,
    adapter: JournalAdapter,
    lock: FolderLock,
    options: StoreOptions,
  ) {
    this.#low = low
    this.#adapter = adapter
    this.#lock = lock
    this.#options = options
    this.#committed = new State(low.data)
    this.#head = new State(copyDatabase(low.data))
    this.#commits = new Commits({
      committed: this.#committed,
      head: this.#head,
      append: (lines) => adapter.append(lines),
      onBatch: () => this.#compactWhenDue(),
      onFatal: (error) => this.#fail(error),
    })
  }

  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined {
    return this.#committed.get(collection, id)
  }

  find<C extends CollectionName>(...question: Parameters<Reads['find']>): Collections[C][] {
    return this.#committed.find(...question) as Collections[C][]
  }

  count(...question: Parameters<Reads['count']>): number {
    return this.#committed.count(...question)
  }

  async tx<T>(work: (tx: Transaction) => T): Promise<T> {
    if (this.#stopped) throw unavailable(this.#stopped.cause)
    if (this.#isStaging) throw new Error('A transaction must not begin inside another')
    this.#isStaging = true
    try {
      const staged = stage(this.#head, work)
      return this.#commits.add(staged).then(() => staged.result)
    } finally {
      this.#isStaging = false
    }
  }

  async close(): Promise<void> {
    if (!this.#stopped) this.#stopped = { cause: undefined }
    await this.#commits.idle()
    await this.#adapter.close()
    await this.#compaction
    await this.#lock.release()
  }

  #compactWhenDue(): void {
    if (this.#stopped || !this.#adapter.isCompactionDue) return
    this.#compaction = this.#low.write().catch((error) => {
      if (error instanceof StoreFailed) this.#fail(error)
      else if (!this.#stopped) this.#options.log.warn({ err: error }, 'store not compacted')
    })
  }

  #fail(error: unknown): void {
    this.#stopped = { cause: error }
    this.#options.log.error({ err: error }, 'the disk failed, the store stops')
    const { onFatal = throwUncaught } = this.#options
    onFatal(error)
  }
}

function throwUncaught(error: unknown): void {
  process.nextTick(() => {
    throw error
  })
}
