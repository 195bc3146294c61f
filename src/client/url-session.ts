// Video sessions: what makes an interrupted command go on with the same video when it is run again.
// The idempotency key is on disk before the request, so that whatever happens next, the server
// finds the same transcription again, which is paid once. They lie among the upload sessions and
// are locked and swept like them, but know no file: a URL is the same as long as it reads the same.
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreateUrl } from '../api/types.ts'
import { writeFileAtomically } from '../atomic-file.ts'
import { lockFreeSlot, openSessionFolder, unlock } from './session-folder.ts'

/** Two wishes are the same when all of this is. */
export interface UrlIdentity {
  /** Where it goes: base URL and credential, or the local daemon's data folder. */
  target: string
  /** `transcribe` goes on until its transcript is delivered, `create` until it has an answer. */
  command: 'create' | 'transcribe'
  request: CreateUrl
  reuseRecent: boolean
  /** The user's own idempotency key. */
  key: string | undefined
}

export class UrlSession {
  /** The same until the user has what was asked for. */
  readonly idempotencyKey: string
  /** An earlier run has left it, whose request may have got through. */
  readonly resumed: boolean
  readonly #path: string

  private constructor(path: string, idempotencyKey: string, resumed: boolean) {
    this.#path = path
    this.idempotencyKey = idempotencyKey
    this.resumed = resumed
  }

  /** Takes the unfinished session of this wish, or begins one; it is on disk when this resolves. */
  static async claim(stateDir: string, identity: UrlIdentity): Promise<UrlSession> {
    const folder = await openSessionFolder(stateDir)
    const path = await lockFreeSlot(join(folder, digestOf(identity)))
    const found = await readKey(path)
    if (found !== null) {
      const now = new Date()
      await utimes(path, now, now)
      return new UrlSession(path, found, true)
    }
    const { key = randomUUID(), request } = identity
    const record = { url: request.url, idempotency_key: key }
    await writeFileAtomically(path, `${JSON.stringify(record)}\n`, 0o600)
    return new UrlSession(path, key, false)
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
}

/** @returns null when there is none, or none that can be used */
async function readKey(path: string): Promise<string | null> {
  try {
    const record: { idempotency_key?: unknown } = JSON.parse(await readFile(path, 'utf8'))
    return typeof record.idempotency_key === 'string' ? record.idempotency_key : null
  } catch {
    return null
  }
}

function digestOf({ target, command, request, reuseRecent, key }: UrlIdentity): string {
  const parts = [target, command, Object.entries(request).sort(), reuseRecent, key]
  const text = JSON.stringify(parts)
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
