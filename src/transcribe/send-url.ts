// Brings a video URL to the server, charged once however often the run that asks is interrupted.
// Which URLs are understood is the server's business.
import type { Created, CreateUrl } from '../api/types.ts'
import type { CreateOptions } from '../client/client.ts'
import type { RequestIdentity } from '../client/request-session.ts'
import { type RequestToSend, sendOnce } from '../client/send-once.ts'
import type { Connection, Context } from '../context.ts'

export interface UrlToSend
  extends Pick<RequestIdentity, 'command' | 'key'>,
    Pick<RequestToSend, 'onSession'> {
  request: CreateUrl
  reuseRecent: boolean
  /** How long the server may hold the request; seconds. */
  waitSeconds?: number | undefined
}

type Needs = Pick<Context, 'folders' | 'signal'>

/**
 * @returns the transcription; in any state when the server knew it from an earlier run
 * @throws ApiError, ServerUnreachable, the signal's reason
 */
export function sendUrl(
  { folders, signal }: Needs,
  { client, identity: target }: Connection,
  wish: UrlToSend,
): Promise<Created> {
  const { request, reuseRecent, key, command, onSession } = wish
  const identity = { target, command, request: { ...request, reuse_recent: reuseRecent }, key }
  const send = (idempotencyKey: string) =>
    client.create(request, idempotencyKey, signal, queryOf(wish))
  return sendOnce({ stateDir: folders.state, identity, client, signal, send, onSession })
}

function queryOf({ waitSeconds, reuseRecent }: UrlToSend): CreateOptions {
  return {
    ...(waitSeconds === undefined ? {} : { wait: waitSeconds }),
    ...(reuseRecent ? { reuse_recent: true } : {}),
  }
}
