// Makes a request that creates a transcription in a session of its own: a run whose request may have
// got through is repeated without making, and paying, a second one. Who calls holds the session
// afterwards and ends it: `remove` once the user has what was asked for, `release` where a later
// run shall go on.
import { ApiError } from '../api/errors.ts'
import type { Created } from '../api/types.ts'
import type { Client } from './client.ts'
import { isGone } from './gone.ts'
import { type RequestIdentity, RequestSession } from './request-session.ts'
import { FileChanged } from './source.ts'

export interface RequestToSend {
  /** Where sessions are kept. */
  stateDir: string
  identity: RequestIdentity
  client: Client
  signal: AbortSignal
  /** Makes the request; a second time only as a new wish, with another key. */
  send(idempotencyKey: string): Promise<Created>
  /** The session that is held from now on; null when there is nothing left to go on with. */
  onSession(session: RequestSession | null): void
}

/**
 * @returns the transcription; in any state when the server knew it from an earlier run
 * @throws what `send` throws; ApiError, ServerUnreachable, the signal's reason
 */
export async function sendOnce(request: RequestToSend): Promise<Created> {
  const { stateDir, identity, client, signal, send, onSession } = request
  const session = await RequestSession.claim(stateDir, identity)
  onSession(session)
  const drop = async () => {
    await session.remove()
    onSession(null)
  }
  try {
    const job = await send(session.idempotencyKey)
    if (!session.resumed || !(await isGone(job, client, signal))) return job
  } catch (error) {
    if (isRefused(error)) await drop()
    throw error
  }
  // Canceled or deleted since the earlier run: this run is a new wish.
  await drop()
  return sendOnce(request)
}

/** Trying again would not help: the server will not have it, or the file is another one. */
function isRefused(error: unknown): boolean {
  return error instanceof FileChanged || (error instanceof ApiError && !error.retryable)
}
