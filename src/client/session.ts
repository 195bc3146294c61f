// Upload sessions: what makes an interrupted upload go on when the same command is run again. The
// idempotency key and the reservation are on disk before anything is sent, so that the same
// reservation, and so the same transcription, is found again. A process holds its session by a
// lock; a second one that sends the same file gets a session of its own.
import { createHash, randomUUID } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreateUpload } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { takeLock } from '../lock-file.ts'
import { listSessions, lockFreeSlot, lockOf, openSessionFolder, unlock } from './session-folder.ts'
import { type FileStamp, isSameFile, readRecord, type SessionRecord } from './session-record.ts'

/** Two uploads are the same when all of this is, and the file is. */
export interface UploadIdentity {
  /** Absolute path. */
  path: string
  /** Where it goes: base URL and credential, or the local daemon's data folder. */
  target: string
  reservation: CreateUpload
  /** The user's own idempotency key. */
  key: string | undefined
}

export class UploadSession {
  readonly #path: string
  #record: SessionRecord

  private constructor(path: string, record: SessionRecord) {
    this.#path = path
    this.#record = record
  }

  /** Takes the unfinished session of this upload, or begins one; it is on disk when this resolves. */
  static async claim(
    stateDir: string,
    identity: UploadIdentity,
    stamp: FileStamp,
  ): Promise<UploadSession> {
    const folder = await openSessionFolder(stateDir)
    const path = await lockFreeSlot(join(folder, digestOf(identity)))
    const found = await readRecord(path)
    if (found !== null && isSameFile(found, identity.path, stamp)) {
      const now = new Date()
      await utimes(path, now, now)
      return new UploadSession(path, found)
    }
    const session = new UploadSession(path, newRecord(identity, stamp, found))
    await session.#save()
    return session
  }

  /**
   * Takes the session of a transcription.
   *
   * @returns null when this machine has none
   * @throws Error while another process works on it
   */
  static async find(stateDir: string, transcriptionId: string): Promise<UploadSession | null> {
    for (const path of await listSessions(await openSessionFolder(stateDir))) {
      if ((await readRecord(path))?.transcription_id !== transcriptionId) continue
      if (!(await takeLock(lockOf(path)))) {
        throw new Error(`Another command is uploading ${transcriptionId} right now`)
      }
      const record = await readRecord(path)
      if (record !== null) return new UploadSession(path, record)
      await rm(lockOf(path), { force: true })
    }
    return null
  }

  /** The same for the whole life of this upload. */
  get idempotencyKey(): string {
    return this.#record.idempotency_key
  }

  get reservation(): CreateUpload {
    return this.#record.reservation
  }

  /** Known once something was reserved, also in an earlier run. */
  get transcriptionId(): string | null {
    return this.#record.transcription_id
  }

  /** Reservations of earlier states of the file, which nobody will complete. */
  get abandonedIds(): string[] {
    return this.#record.abandoned_ids
  }

  /** Whether this is the file that the upload was begun with. */
  isOf(path: string, stamp: FileStamp): boolean {
    return isSameFile(this.#record, path, stamp)
  }

  /** Notes the transcription, so that it can be found, and taken back if the file changes. */
  async noteTranscription(id: string): Promise<void> {
    if (this.#record.transcription_id === id) return
    await this.#change({ transcription_id: id })
  }

  /** The abandoned reservations have been taken back. */
  async forgetAbandoned(): Promise<void> {
    await this.#change({ abandoned_ids: [] })
  }

  /** The user has what was asked for, or there will never be anything. */
  async remove(): Promise<void> {
    await rm(this.#path, { force: true })
    await this.release()
  }

  /** Leaves the session for the next run. */
  async release(): Promise<void> {
    await unlock(this.#path)
  }

  #change(change: Partial<SessionRecord>): Promise<void> {
    this.#record = { ...this.#record, ...change }
    return this.#save()
  }

  #save(): Promise<void> {
    return writeFileAtomically(this.#path, `${JSON.stringify(this.#record)}\n`, 0o600)
  }
}

function newRecord(
  { path, reservation, key }: UploadIdentity,
  stamp: FileStamp,
  outdated: SessionRecord | null,
): SessionRecord {
  const abandoned = [...(outdated?.abandoned_ids ?? []), outdated?.transcription_id]
  return {
    path,
    ...stamp,
    idempotency_key: key ?? randomUUID(),
    reservation,
    transcription_id: null,
    abandoned_ids: abandoned.filter((id) => typeof id === 'string'),
  }
}

/** The file's size belongs to its stamp: a file that changed has the session of its earlier state. */
function digestOf({ path, target, reservation, key }: UploadIdentity): string {
  const { upload, ...request } = reservation
  const text = JSON.stringify([path, upload.filename, target, Object.entries(request).sort(), key])
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
