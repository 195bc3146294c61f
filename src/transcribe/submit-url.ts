// Brings a video URL to the server, in a session of its own: a run that was interrupted is repeated
// without making, and paying, a second transcription. Which URLs are understood is the server's
// business.
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import { isGone } from '../client/gone.ts'
import { UrlSession } from '../client/url-session.ts'
import { requestOf } from './options.ts'
import type { Run, Task } from './task.ts'

/** @returns the transcription; in any state when the server knew it from an earlier run */
export async function submitUrl(run: Run, task: Task, url: string): Promise<Transcription> {
  const { connection, context } = run
  const session = await claim(run, url)
  task.session = session
  try {
    const job = await send(run, url, session)
    const { client } = connection
    if (!session.resumed || !(await isGone(job, client, context.signal))) return job
  } catch (error) {
    // Trying again would not help.
    if (error instanceof ApiError && !error.retryable) await drop(task, session)
    throw error
  }
  // Canceled or deleted since the earlier run: this run is a new wish.
  await drop(task, session)
  return submitUrl(run, task, url)
}

function claim({ context, connection, options }: Run, url: string): Promise<UrlSession> {
  const { reuseRecent, idempotencyKey: key } = options
  const identity = { target: connection.identity, request: wish(options, url), reuseRecent, key }
  return UrlSession.claim(context.folders.state, identity)
}

function send({ connection, options, context }: Run, url: string, session: UrlSession) {
  const query = options.reuseRecent ? { reuse_recent: true } : {}
  const request = wish(options, url)
  return connection.client.create(request, session.idempotencyKey, context.signal, query)
}

function wish(options: Run['options'], url: string) {
  const { source } = options
  const request = { platform: 'youtube' as const, url, ...requestOf(options) }
  return source === undefined ? request : { ...request, source }
}

async function drop(task: Task, session: UrlSession): Promise<void> {
  await session.remove()
  task.session = null
}
