// A chunked upload from its beginning, or from where an earlier run was interrupted, to a
// transcription that goes on by itself. The session ends when the user has been told: a run that
// was killed a moment before is repeated without making a second transcription.
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import type { UploadSession } from '../client/session.ts'
import { isFinal } from '../client/wait.ts'
import type { Connection, Context } from '../context.ts'
import { Interrupted, ServerUnreachable } from '../errors.ts'
import { type FileToSend, sendFile } from './send-file.ts'

export interface Uploaded {
  job: Transcription
  /** The user has the answer: there is nothing left to resume. */
  delivered(): Promise<void>
}

type File = Omit<FileToSend, 'onCreated' | 'onSession'>

/**
 * @param waitSeconds 0 to 60, how long to wait for the end
 * @throws Interrupted, saying how to go on; FileChanged, ApiError, ServerUnreachable
 */
export async function sendInChunks(
  context: Context,
  connection: Connection,
  file: File,
  waitSeconds = 0,
): Promise<Uploaded> {
  const held: { session: UploadSession | null } = { session: null }
  let hint = RESUME_HINT
  try {
    const sent = await sendFile(context, connection, {
      ...file,
      onCreated() {},
      onSession(session) {
        held.session = session
      },
    })
    hint = `${sent.id} goes on; \`scribe wait ${sent.id}\` waits for it.`
    const wait = waitSeconds > 0 && !isFinal(sent.status)
    const job = wait
      ? await connection.client.get(sent.id, { wait: waitSeconds }, context.signal)
      : sent
    return { job, delivered: async () => held.session?.remove() }
  } catch (error) {
    await held.session?.release()
    if (error instanceof Interrupted) throw new Interrupted(hint)
    if (held.session !== null && isPassing(error)) context.io.note(RESUME_HINT)
    throw error
  }
}

const RESUME_HINT = 'Run the same command again to go on with the upload.'

/** Later it may be different. */
function isPassing(error: unknown): boolean {
  return error instanceof ServerUnreachable || (error instanceof ApiError && error.retryable)
}
