// Brings a video URL to the server in a session of its own: a run whose request may have got
// through is repeated without making, and paying, a second transcription. Which URLs are
// understood is the server's business. Who calls holds the session afterwards and ends it:
// `remove` once the user has what was asked for, `release` where a later run shall go on.
import { ApiError } from '../api/errors.ts'
import type { Created } from '../api/types.ts'
import type { CreateOptions } from '../client/client.ts'
import { isGone } from '../client/gone.ts'
import { type UrlIdentity, UrlSession } from '../client/url-session.ts'
import type { Connection, Context } from '../context.ts'

export interface UrlToSend extends Omit<UrlIdentity, 'target'> {
  /** How long the server may hold the request; seconds. */
  waitSeconds?: number | undefined
  /** The session that is held from now on; null when there is nothing left to go on with. */
  onSession(session: UrlSession | null): void
}

type Needs = Pick<Context, 'folders' | 'signal'>

/**
 * @returns the transcription; in any state when the server knew it from an earlier run
 * @throws ApiError, ServerUnreachable, the signal's reason
 */
export async function sendUrl(
  context: Needs,
  connection: Connection,
  wish: UrlToSend,
): Promise<Created> {
  const { client, identity: target } = connection
  const { request, reuseRecent, key, command, onSession } = wish
  const identity = { target, command, request, reuseRecent, key }
  const session = await UrlSession.claim(context.folders.state, identity)
  onSession(session)
  const drop = async () => {
    await session.remove()
    onSession(null)
  }
  try {
    const query = queryOf(wish)
    const job = await client.create(request, session.idempotencyKey, context.signal, query)
    if (!session.resumed || !(await isGone(job, client, context.signal))) return job
  } catch (error) {
    // Trying again would not help.
    if (error instanceof ApiError && !error.retryable) await drop()
    throw error
  }
  // Canceled or deleted since the earlier run: this run is a new wish.
  await drop()
  return sendUrl(context, connection, wish)
}

function queryOf({ waitSeconds, reuseRecent }: UrlToSend): CreateOptions {
  return {
    ...(waitSeconds === undefined ? {} : { wait: waitSeconds }),
    ...(reuseRecent ? { reuse_recent: true } : {}),
  }
}
