// Brings one input to the server: a file by a resumable upload, standard input by a plain one, a
// URL as it is.
import { randomUUID } from 'node:crypto'
import type { Transcription } from '../api/types.ts'
import { sentJson } from '../client/sent.ts'
import { upload } from '../client/upload.ts'
import { baseNameOf } from '../inputs/inputs.ts'
import { uploadRequestOf } from '../uploads/parameters.ts'
import { sendFile } from '../uploads/send-file.ts'
import { submitUrl } from './submit-url.ts'
import type { Run, Task } from './task.ts'

/** @returns the transcription; in any state when the server knew it from an earlier run */
export async function submit(run: Run, task: Task): Promise<Transcription> {
  const job = await send(run, task)
  task.transcriptionId = job.id
  task.uploaded = true
  if (!run.options.wait) task.answer = sentJson(job)
  return job
}

function send(run: Run, task: Task): Promise<Transcription> {
  const { input, spooled } = task
  if (input.kind === 'file') return submitFile(run, task, input.path)
  return spooled === null ? submitUrl(run, task, input.given) : submitSpooled(run, task, spooled)
}

function submitFile(run: Run, task: Task, path: string): Promise<Transcription> {
  const { context, connection, options } = run
  return sendFile(context, connection, {
    path,
    name: baseNameOf(task.input),
    request: uploadRequestOf(options),
    idempotencyKey: options.idempotencyKey,
    parallel: options.parallel,
    onProgress: (sentBytes, totalBytes) =>
      run.update(task, { phase: 'uploading', sentBytes, totalBytes }),
    onCreated: ({ id }) => {
      task.transcriptionId = id
    },
    onSession: (session) => {
      task.session = session
    },
  })
}

/** A stream that has been read cannot be sent again by a later run: it needs no session. */
function submitSpooled(run: Run, task: Task, spooled: NonNullable<Task['spooled']>) {
  const { connection, context, options } = run
  const totalBytes = spooled.sizeBytes
  return upload(connection.client, spooled, {
    request: uploadRequestOf(options),
    idempotencyKey: options.idempotencyKey ?? randomUUID(),
    parallel: options.parallel,
    signal: context.signal,
    onProgress: (sentBytes) => run.update(task, { phase: 'uploading', sentBytes, totalBytes }),
    async onCreated({ id }) {
      task.transcriptionId = id
    },
  })
}
