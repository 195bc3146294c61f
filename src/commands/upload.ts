// `scribe upload`: one file in chunks. Interrupted, by whatever, the same command goes on with the
// same upload.
import type { SourceMode } from '../api/types.ts'
import { sentJson } from '../client/sent.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { baseNameOf, type Input } from '../inputs/inputs.ts'
import { readOneInput } from '../inputs/one-input.ts'
import { ensureLocalModel } from '../transcribe/local-model.ts'
import { sendInChunks } from '../uploads/in-chunks.ts'
import { uploadRequestOf } from '../uploads/parameters.ts'
import { shown } from '../uploads/shown.ts'

export interface UploadOptions {
  source: SourceMode | undefined
  language: string | undefined
  diarize: boolean
  webhookUrl: string | undefined
  idempotencyKey: string | undefined
  parallel: number
}

/** Prints the id; under --json the server's answer. */
export async function upload(
  context: Context,
  given: string,
  options: UploadOptions,
): Promise<void> {
  const input = await fileOf(given)
  const { io } = context
  const { idempotencyKey, parallel } = options
  const file = { path: input.path, name: baseNameOf(input), request: uploadRequestOf(options) }
  const connection = await context.connect((model) => ensureLocalModel(context, model))
  const { job, delivered } = await shown(context, given, (onProgress) =>
    sendInChunks(context, connection, { ...file, idempotencyKey, parallel, onProgress }),
  )
  await io.write(io.json ? `${sentJson(job).trim()}\n` : `${job.id}\n`)
  await delivered()
}

/** @throws UsageError for what is no file that can be uploaded */
export async function fileOf(given: string): Promise<Extract<Input, { kind: 'file' }>> {
  const input = await readOneInput(given)
  if (input.kind === 'file') return input
  throw new UsageError(
    input.kind === 'url'
      ? 'upload takes a file; `scribe create` takes URLs'
      : 'upload takes a file, which can be read again; `scribe transcribe -` reads stdin',
  )
}
