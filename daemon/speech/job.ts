// One transcription inside the lead: the media is decoded, the speech in it cut into pieces, these
// go out to be recognised, and what comes back becomes cues; every step is told as an event. It
// ends by returning the last event; what it throws is a fault of ours and ends the process.
import { JobError } from '../../src/api/errors.ts'
import { decode } from './decode.ts'
import { createDraft } from './draft.ts'
import { mediaSeconds } from './duration.ts'
import type { EngineConfig } from './engines/config.ts'
import { type MediaFile, openMediaFile } from './media-file.ts'
import { findPieces, type Piece, pieceAfter } from './pieces.ts'
import { createProgress, type Progress } from './progress.ts'
import { type LeadCommand, type LeadEvent, MAX_PIECE_SECONDS } from './protocol.ts'
import { requireLanguage } from './reliability.ts'
import type { Returns } from './returns.ts'
import { createNaming, type Naming } from './speakers/naming.ts'
import type { Spool } from './spool.ts'
import { SAMPLE_RATE } from './timeline.ts'
import type { VoiceDetector } from './vad.ts'

export type TranscribeCommand = Extract<LeadCommand, { type: 'transcribe' }>

type Send = (event: LeadEvent) => void

export interface JobParts {
  /** What the recognisers hold. */
  model: Pick<EngineConfig, 'model' | 'languages'>
  detector: VoiceDetector
  spool: Spool
  /** Where the words of this job's pieces arrive. */
  returns: Returns
}

interface WritingParts extends JobParts {
  progress: Progress
  /** Absent when the job does not ask who speaks. */
  naming: Naming | null
}

/** @returns the event that ends the job: done, failed or canceled */
export async function runJob(
  command: TranscribeCommand,
  parts: JobParts,
  send: Send,
  signal: AbortSignal,
): Promise<LeadEvent> {
  const { job } = command
  try {
    const language = requireLanguage(command.language, parts.model)
    const media = openMediaFile(command.path)
    try {
      return await transcribe({ ...command, language }, media, parts, send, signal)
    } finally {
      media.close()
    }
  } catch (error) {
    if (signal.aborted) return { type: 'canceled', job }
    if (error instanceof JobError) {
      return { type: 'failed', job, code: error.code, message: error.message }
    }
    throw error
  }
}

async function transcribe(
  command: TranscribeCommand,
  media: MediaFile,
  parts: JobParts,
  send: Send,
  signal: AbortSignal,
): Promise<LeadEvent> {
  const { job } = command
  const progress = createProgress((processed_seconds) =>
    send({ type: 'progress', job, processed_seconds }),
  )
  const naming = command.diarize ? createNaming(command, send, progress.alive) : null
  try {
    return await write(command, media, { ...parts, progress, naming }, send, signal)
  } finally {
    naming?.close()
  }
}

async function write(
  { job, path, language, piecesAhead }: TranscribeCommand,
  media: MediaFile,
  { model, detector, spool, returns, progress, naming }: WritingParts,
  send: Send,
  signal: AbortSignal,
): Promise<LeadEvent> {
  const draft = createDraft(model, naming?.cues)
  const duration = mediaSeconds(path, media, progress.alive)
  send({ type: 'media', job, duration_seconds: duration, format: media.format })

  const goOut = async ({ samples, startSeconds }: Piece) => {
    const seconds = samples.length / SAMPLE_RATE
    const index = await returns.expect((recognition) => {
      for (const segment of draft.add(startSeconds, seconds, recognition)) {
        send({ type: 'segment', job, segment })
      }
      progress.at(startSeconds + seconds)
    })
    // A slot is free again when the piece that was so many before has come back.
    const audio = spool.put(index % piecesAhead, samples)
    send({ type: 'piece', job, index, audio, language })
  }
  let heardSeconds = 0
  let endSeconds = 0
  for await (const found of findPieces(decode(media), detector, MAX_PIECE_SECONDS)) {
    signal.throwIfAborted()
    if ('samples' in found) {
      await naming?.hear(pieceAfter(found, heardSeconds), signal)
      heardSeconds = found.startSeconds + found.samples.length / SAMPLE_RATE
      await goOut(found)
    } else {
      endSeconds = found.endSeconds
      if (returns.outstanding === 0) progress.passing(found.doneSeconds)
    }
  }
  await returns.settled()
  await naming?.settle(signal)
  for (const segment of draft.finish(endSeconds)) send({ type: 'segment', job, segment })
  return { type: 'done', job, language: draft.language, duration_seconds: endSeconds }
}
