// Upload sessions: what makes an interrupted upload go on when the same command is run again.
// One small file for each unfinished upload keeps the idempotency key, written before anything is
// sent, so that the same reservation, and so the same transcription, is found again. A process
// holds its session by a lock file; a second one that sends the same file gets a session of its
// own. Sessions that nobody comes back to are swept.
import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../atomic-file.ts'
import { identityOf, isRunning, type ProcessIdentity } from '../process-identity.ts'

/** What makes two uploads the same. */
export interface UploadIdentity {
  /** Absolute path. */
  path: string
  sizeBytes: number
  modifiedMs: number
  /** Where it goes: base URL and credential, or the local daemon's data folder. */
  target: string
  /** Parameters of the request. */
  request: object
}

interface SessionRecord {
  size_bytes: number
  modified_ms: number
  idempotency_key: string
  transcription_id: string | null
}

const FOLDER = 'uploads'
const SLOTS = 32
/** Servers forget reservations much sooner. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000

export class UploadSession {
  /** The same for the whole life of this upload. */
  readonly idempotencyKey: string
  /** The reservation of an earlier state of the file, which nobody will complete. */
  readonly abandonedId: string | null
  readonly #path: string
  #record: SessionRecord

  private constructor(path: string, record: SessionRecord, abandonedId: string | null) {
    this.#path = path
    this.#record = record
    this.idempotencyKey = record.idempotency_key
    this.abandonedId = abandonedId
  }

  /**
   * Takes the unfinished session of this upload, or begins one; it is on disk when this resolves.
   *
   * @param freshKey key for a new session
   */
  static async claim(
    stateDir: string,
    identity: UploadIdentity,
    freshKey: string = randomUUID(),
  ): Promise<UploadSession> {
    const folder = join(stateDir, FOLDER)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweep(folder)
    const path = await lockFreeSlot(join(folder, digestOf(identity)))
    const found = await readRecord(path)
    const same =
      found?.size_bytes === identity.sizeBytes && found.modified_ms === identity.modifiedMs
    const record = found && same ? found : newRecord(identity, freshKey)
    const session = new UploadSession(path, record, same ? null : (found?.transcription_id ?? null))
    if (!same) await session.#save()
    return session
  }

  /** Notes the transcription, so that it can be taken back if the file changes. */
  async noteTranscription(id: string): Promise<void> {
    if (this.#record.transcription_id === id) return
    this.#record = { ...this.#record, transcription_id: id }
    await this.#save()
  }

  /** The transcript was delivered, or there will never be one. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    await this.release()
  }

  /** Known once something was reserved, also in an earlier run. */
  get transcriptionId(): string | null {
    return this.#record.transcription_id
  }

  /** Leaves the session for the next run. */
  async release(): Promise<void> {
    await rm(lockOf(this.#path), { force: true })
  }

  #save(): Promise<void> {
    return writeFileAtomically(this.#path, `${JSON.stringify(this.#record)}\n`, 0o600)
  }
}

function newRecord(identity: UploadIdentity, idempotencyKey: string): SessionRecord {
  return {
    size_bytes: identity.sizeBytes,
    modified_ms: identity.modifiedMs,
    idempotency_key: idempotencyKey,
    transcription_id: null,
  }
}

function digestOf({ path, target, request }: UploadIdentity): string {
  const text = JSON.stringify([path, target, Object.entries(request).sort()])
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

async function readRecord(path: string): Promise<SessionRecord | null> {
  try {
    const record: SessionRecord = JSON.parse(await readFile(path, 'utf8'))
    return typeof record.idempotency_key === 'string' ? record : null
  } catch {
    return null
  }
}

async function lockFreeSlot(stem: string): Promise<string> {
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const path = `${stem}-${slot}.json`
    if (await lock(lockOf(path))) return path
  }
  throw new Error(`${SLOTS} uploads of the same file run already`)
}

function lockOf(path: string): string {
  return `${path}.lock`
}

/** A lock appears with its content in one step; one that a dead process left is taken away. */
async function lock(path: string): Promise<boolean> {
  const mine = `${path}.${randomUUID()}`
  try {
    if (!(await clearStaleLock(path, mine))) return false
    await writeFile(mine, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
    await link(mine, path)
    return true
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(mine, { force: true })
  }
}

/** @returns false while the holder runs, or when another process cleared it at the same moment */
async function clearStaleLock(path: string, aside: string): Promise<boolean> {
  const holder = await readFile(path, 'utf8').catch(() => null)
  if (holder === null) return true
  if (isRunning(JSON.parse(holder) as ProcessIdentity)) return false
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved === holder) return true
  if (moved !== null) await link(aside, path)
  return false
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { force: true })
  }
}
