// One transcription inside the speech child: the decoder's pieces go through the engine, its words
// become cues, and every step is told as an event. It ends by returning the last event; what it
// throws is a fault of ours and ends the process.
import { JobError } from '../../src/api/errors.ts'
import type { Segment } from '../../src/api/types.ts'
import type { Decoder } from './decoder.ts'
import { createDraft } from './draft.ts'
import type { Engine } from './engines/engine.ts'
import type { SpeechCommand, SpeechEvent } from './protocol.ts'
import { requireLanguage } from './reliability.ts'
import { SAMPLE_RATE } from './timeline.ts'
import { roundMs } from './words.ts'

export type TranscribeCommand = Extract<SpeechCommand, { type: 'transcribe' }>
/** Longer pieces are slower to come out and, with some engines, worse. */
const MAX_PIECE_SECONDS = 15

type Send = (event: SpeechEvent) => void

export interface JobParts {
  engine: Engine
  /** BCP 47 primary tags of the engine's model. */
  languages: readonly string[]
  decoder: Decoder
}

/** @returns the event that ends the job: done, failed or canceled */
export async function runJob(
  command: TranscribeCommand,
  parts: JobParts,
  send: Send,
  signal: AbortSignal,
): Promise<SpeechEvent> {
  const { job } = command
  try {
    requireLanguage(command.language, parts.engine.model, parts.languages)
    return await transcribe(command, parts, send, signal)
  } catch (error) {
    if (signal.aborted) return { type: 'canceled', job }
    if (error instanceof JobError) {
      return { type: 'failed', job, code: error.code, message: error.message }
    }
    throw error
  }
}

async function transcribe(
  { job, path }: TranscribeCommand,
  { engine, decoder }: JobParts,
  send: Send,
  signal: AbortSignal,
): Promise<SpeechEvent> {
  const draft = createDraft()
  const sendAll = (segments: Segment[]) => {
    for (const segment of segments) send({ type: 'segment', job, segment })
  }
  const maxPieceSeconds = Math.min(MAX_PIECE_SECONDS, engine.maxPieceSeconds)
  for await (const event of decoder.decode({ path, maxPieceSeconds }, signal)) {
    switch (event.type) {
      case 'media': {
        const { durationSeconds, format } = event
        send({ type: 'media', job, duration_seconds: durationSeconds, format })
        break
      }
      case 'position':
        send({ type: 'progress', job, processed_seconds: roundMs(event.seconds) })
        break
      case 'piece': {
        const { samples, startSeconds } = event
        const seconds = samples.length / SAMPLE_RATE
        sendAll(draft.add(startSeconds, seconds, await engine.recognize(samples, signal)))
        send({ type: 'progress', job, processed_seconds: roundMs(startSeconds + seconds) })
        break
      }
      case 'end': {
        const { durationSeconds } = event
        sendAll(draft.finish(durationSeconds))
        return { type: 'done', job, language: draft.language, duration_seconds: durationSeconds }
      }
      case 'failed':
        throw new JobError(event.code, event.message)
    }
  }
  throw new Error('The decoder stopped before the end of the file.')
}
