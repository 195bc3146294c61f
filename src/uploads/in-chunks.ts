// A chunked upload from its beginning, or from where an earlier run was interrupted, to a
// transcription that goes on by itself. Once the server has the file there is nothing to resume.
import type { Transcription } from '../api/types.ts'
import type { UploadSession } from '../client/session.ts'
import { isFinal } from '../client/wait.ts'
import type { Connection, Context } from '../context.ts'
import { Interrupted } from '../errors.ts'
import { PARALLEL_DEFAULT } from './parallel.ts'
import { type FileToSend, sendFile } from './send-file.ts'

type File = Omit<FileToSend, 'parallel' | 'onCreated' | 'onSession'>

/**
 * @param waitSeconds 0 to 60, how long to wait for the end
 * @throws Interrupted, saying how to go on
 */
export async function sendInChunks(
  context: Context,
  connection: Connection,
  file: File,
  waitSeconds = 0,
): Promise<Transcription> {
  const held: { session: UploadSession | null } = { session: null }
  let hint = 'Run the same command again to go on with the upload.'
  try {
    const job = await sendFile(context, connection, {
      ...file,
      parallel: PARALLEL_DEFAULT,
      onCreated() {},
      onSession(session) {
        held.session = session
      },
    })
    await held.session?.remove()
    hint = `${job.id} goes on; \`scribe wait ${job.id}\` waits for it.`
    if (waitSeconds === 0 || isFinal(job.status)) return job
    return await connection.client.get(job.id, { wait: waitSeconds }, context.signal)
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted(hint) : error
  } finally {
    await held.session?.release()
  }
}
