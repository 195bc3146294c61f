// What lowdb reads from and writes to: `read` recovers the state, `write` makes a snapshot of it
// and starts a new journal, and between the two every commit is appended to the journal. So a
// commit costs its own size, not the size of the database.
import type { Adapter } from 'lowdb'
import type { BaseLogger } from 'pino'
import { fsyncDir, makeFolderDurably } from '../durable.ts'
import type { Database } from './changes.ts'
import { StoreFailed } from './errors.ts'
import { journalPath, removeOlder, removeTemporary, snapshotPath } from './files.ts'
import { Journal, type OpenFile } from './journal.ts'
import { type Recovered, recover } from './recovery.ts'
import { viewOf, writeSnapshot } from './snapshot.ts'

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export interface AdapterOptions {
  /** The folder of the store's own files. */
  dir: string
  log: Log
  /** Journals of this size are worth a snapshot; at least the last snapshot's size is waited for. */
  compactBytes: number
  openFile: OpenFile
}

export class JournalAdapter implements Adapter<Database> {
  readonly #options: AdapterOptions
  readonly #closing = new AbortController()
  #journal: Journal | undefined
  #number = 0
  #journalsBytes = 0
  #compactAtBytes = 0
  /** Appends and the change to a new journal, one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: AdapterOptions) {
    this.#options = options
  }

  /** @throws StoreDamaged */
  async read(): Promise<Database> {
    const { dir } = this.#options
    await makeFolderDurably(dir)
    await removeTemporary(dir)
    const recovered = await recover(dir)
    await this.#goOn(recovered)
    await removeOlder(dir, recovered.snapshot)
    return recovered.database
  }

  /** Adds whole lines to the journal; see Journal.append for the errors. */
  append(lines: string): Promise<void> {
    const bytes = Buffer.from(lines)
    return this.#alone(async () => {
      await this.#opened().append(bytes)
      this.#journalsBytes += bytes.length
    })
  }

  /** Whether the journals have grown enough to be worth a snapshot. */
  get isCompactionDue(): boolean {
    return this.#journalsBytes >= this.#compactAtBytes
  }

  /**
   * Snapshots the state as it is now, and drops the journals that led to it.
   *
   * Call it when no append is under way. The next append already goes to the new journal; until
   * the snapshot is complete, the old journals stay, so a crash at any point loses nothing.
   * @throws StoreFailed as Journal.append; any other error leaves a working store
   */
  async write(database: Database): Promise<void> {
    const { dir, compactBytes, log } = this.#options
    const view = viewOf(database)
    const oldBytes = this.#journalsBytes
    this.#compactAtBytes = Number.POSITIVE_INFINITY
    try {
      const number = await this.#alone(() => this.#startNext())
      const bytes = await writeSnapshot(snapshotPath(dir, number), view, this.#closing.signal)
      await removeOlder(dir, number)
      this.#journalsBytes -= oldBytes
      this.#compactAtBytes = Math.max(compactBytes, bytes)
      log.info({ snapshot: number, bytes }, 'store compacted')
    } catch (error) {
      this.#compactAtBytes = this.#journalsBytes + compactBytes
      throw error
    }
  }

  /** Ends a snapshot under way and closes the journal. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#alone(async () => this.#journal?.close())
  }

  async #goOn(recovered: Recovered): Promise<void> {
    const { dir, log, compactBytes, openFile } = this.#options
    const { journal, journalBytes, journalsBytes, snapshotBytes, tornBytes } = recovered
    this.#journalsBytes = journalsBytes
    this.#compactAtBytes = Math.max(compactBytes, snapshotBytes)
    this.#number = journal
    if (journal === 0) {
      await this.#startNext()
      return
    }
    this.#journal = new Journal(await openFile(journalPath(dir, journal), 'r+'), journalBytes)
    if (tornBytes === 0) return
    await this.#journal.cut()
    log.warn(
      { journal, tornBytes },
      'cut off a commit that was interrupted before it was confirmed',
    )
  }

  /** @returns the number of the new journal */
  async #startNext(): Promise<number> {
    const { dir, openFile } = this.#options
    const number = this.#number + 1
    const handle = await openFile(journalPath(dir, number), 'wx', 0o600)
    try {
      await fsyncDir(dir)
    } catch (cause) {
      // Neither can be used: the new one may vanish, and the old one must stay the older one.
      this.#journal = undefined
      throw new StoreFailed('The disk did not confirm a new journal', { cause })
    }
    await this.#journal?.close()
    this.#journal = new Journal(handle, 0)
    this.#number = number
    return number
  }

  #opened(): Journal {
    if (!this.#journal) throw new StoreFailed('There is no journal to write to')
    return this.#journal
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work)
    this.#last = run.catch(() => undefined)
    return run
  }
}
