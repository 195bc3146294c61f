// `scribe upload resume`: sends the missing chunks of one transcription and completes it.
import { sentJson } from '../client/sent.ts'
import type { Context } from '../context.ts'
import { Interrupted } from '../errors.ts'
import { ensureLocalModel } from '../transcribe/local-model.ts'
import { type FileToResume, resumeUpload } from '../uploads/resume.ts'
import { shown } from '../uploads/shown.ts'
import { fileOf } from './upload.ts'

export type ResumeOptions = Pick<FileToResume, 'idempotencyKey' | 'webhookUrl' | 'parallel'>

/** Prints the id; under --json the server's answer. */
export async function uploadResume(
  context: Context,
  id: string,
  given: string,
  options: ResumeOptions,
): Promise<void> {
  const { io } = context
  const { path } = await fileOf(given)
  const connection = await context.connect((model) => ensureLocalModel(context, model))
  const job = await shown(context, given, (onProgress) =>
    resumeUpload(context, connection, { ...options, id, path, given, onProgress }),
  ).catch((error: unknown) => {
    if (error instanceof Interrupted) throw new Interrupted('Run the same command again to go on.')
    throw error
  })
  await io.write(io.json ? `${sentJson(job).trim()}\n` : `${job.id}\n`)
}
