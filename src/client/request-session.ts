// Sessions of what is asked for in one request, a video or a small file: what makes the same command,
// run again, ask for the same transcription and not for another one. The idempotency key is on disk
// before the request, so that whatever happens next, the server finds the transcription again, which
// is paid once. They lie among the upload sessions and are locked and swept like them, but keep
// nothing of the answer: the same request is all that is needed to have it again.
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../atomic-file.ts'
import { lockFreeSlot, openSessionFolder, unlock } from './session-folder.ts'

/** Two wishes are the same when all of this is. */
export interface RequestIdentity {
  /** Where it goes: base URL and credential, or the local daemon's data folder. */
  target: string
  /** `transcribe` goes on until its transcript is delivered, `create` until it has an answer. */
  command: 'create' | 'transcribe'
  /** All that makes it this request: its parameters, and of a file what tells it from any other. */
  request: Readonly<Record<string, unknown>>
  /** The user's own idempotency key. */
  key: string | undefined
}

export class RequestSession {
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
  static async claim(stateDir: string, identity: RequestIdentity): Promise<RequestSession> {
    const folder = await openSessionFolder(stateDir)
    const path = await lockFreeSlot(join(folder, digestOf(identity)))
    const found = await readKey(path)
    if (found !== null) {
      const now = new Date()
      await utimes(path, now, now)
      return new RequestSession(path, found, true)
    }
    const { key = randomUUID(), request } = identity
    const record = { request, idempotency_key: key }
    await writeFileAtomically(path, `${JSON.stringify(record)}\n`, 0o600)
    return new RequestSession(path, key, false)
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

function digestOf({ target, command, request, key }: RequestIdentity): string {
  const text = JSON.stringify([target, command, Object.entries(request).sort(), key])
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
