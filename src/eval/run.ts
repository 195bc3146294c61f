// Measures all files, a few at a time, in the order of the references. What fails is told at once
// and the rest goes on. Of a daemon on this machine it also sees the model and the memory.
import { cpus } from 'node:os'
import type { Connection, Context } from '../context.ts'
import { Interrupted } from '../errors.ts'
import { findDaemon } from '../local-daemon/find.ts'
import { envelopeOf } from '../report.ts'
import { lanesFor } from '../transcribe/account.ts'
import { ensureLocalModel } from '../transcribe/local-model.ts'
import { runPool } from '../transcribe/pool.ts'
import { openProgress } from '../ui/progress.ts'
import type { Progress } from '../ui/progress-view.ts'
import { countEdits } from './edits.ts'
import { type FileFailure, type FileResult, fileResult, type Run } from './evaluation.ts'
import { type MemoryWatch, watchMemory } from './memory.ts'
import { unitOf, unitsOf } from './normalise.ts'
import type { Reference } from './references.ts'
import { transcribeTimed } from './transcribe.ts'

export interface EvalOptions {
  /** Files at the same time. */
  concurrency: number
  /** Whether the transcriptions are deleted when they have been looked at. */
  remove: boolean
  /** Told of each failure as it happens; the place of its reference. */
  onFailure(place: number, error: unknown): void
}

type Result = FileResult | FileFailure

/** @throws Interrupted, and what would befall every file as well */
export async function measureAll(
  context: Context,
  references: Reference[],
  options: EvalOptions,
): Promise<Run> {
  const connection = await context.connect((model) => ensureLocalModel(context, model))
  const { client } = connection
  const daemon = await localDaemonOf(context, connection)
  const lanes = await lanesFor(client, references.length, options.concurrency, context)
  const progress = openProgress(
    context.io,
    references.map(({ name }) => name),
  )
  const memory = daemon === null ? null : watchMemory(daemon.pid)
  const begunAt = performance.now()
  const files: Result[] = []
  try {
    const places = references.map((reference, place) => ({ reference, place }))
    const measuring = { context, connection, progress, memory, ...options }
    const outcomes = await Promise.all(
      runPool(places, lanes, ({ reference, place }) => measureOrTell(measuring, reference, place)),
    )
    context.signal.throwIfAborted()
    for (const outcome of outcomes) {
      if (!outcome.ok) throw outcome.error
      files.push(outcome.value)
    }
  } finally {
    await progress.close()
  }
  return {
    baseUrl: client.baseUrl,
    local: daemon && { model: daemon.model, machine: machine() },
    files,
    concurrency: lanes,
    elapsedSeconds: (performance.now() - begunAt) / 1000,
    memory: (await memory?.stop()) ?? null,
  }
}

/** The daemon of this machine, where the target is no other. */
async function localDaemonOf({ folders, signal }: Context, { client }: Connection) {
  const daemon = await findDaemon(folders.data, signal)
  return daemon?.status.base_url === client.baseUrl ? daemon.status : null
}

function machine(): string {
  const all = cpus()
  return `${all[0]?.model.trim() ?? process.arch}, ${all.length} cores`
}

interface Measuring extends EvalOptions {
  context: Context
  connection: Connection
  progress: Progress
  memory: MemoryWatch | null
}

async function measureOrTell(
  measuring: Measuring,
  reference: Reference,
  place: number,
): Promise<Result> {
  const { context, progress, memory, onFailure } = measuring
  context.signal.throwIfAborted()
  try {
    const result = await measure(measuring, reference, place)
    await memory?.look()
    progress.update(place, { phase: 'done', durationSeconds: result.duration_seconds })
    return result
  } catch (error) {
    context.signal.throwIfAborted()
    progress.update(place, { phase: 'failed' })
    await progress.aside(async () => onFailure(place, error))
    return failureOf(reference.name, error)
  }
}

export function failureOf(path: string, error: unknown): FileFailure {
  const { code, message } = envelopeOf(error).error
  return { path, error: { code, message } }
}

async function measure(
  { context, connection, progress, remove }: Measuring,
  { name, path, text, language }: Reference,
  place: number,
): Promise<FileResult> {
  const { signal } = context
  const onProgress = progress.wanted
    ? (patch: Parameters<Progress['update']>[1]) => progress.update(place, patch)
    : undefined
  const file = { path, language: language ?? undefined, remove }
  const heard = await transcribeTimed(connection.client, file, signal, onProgress)
  const unit = unitOf(language, text)
  const said = unitsOf(text, unit)
  return fileResult({
    path: name,
    transcription_id: heard.id,
    language: heard.language,
    unit,
    reference: said.length,
    ...(await countEdits(said, unitsOf(heard.text, unit), signal)),
    duration_seconds: heard.durationSeconds,
    took_seconds: heard.tookSeconds,
  })
}

/** After Ctrl-C. */
export function interrupted(error: unknown): unknown {
  const hint = 'What was under way is canceled; run the same command again to measure anew.'
  return error instanceof Interrupted ? new Interrupted(hint) : error
}
