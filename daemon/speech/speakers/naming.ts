// All that a job needs to name its speakers: ears for its pieces, and cues that wait for the names.
import type { CueBuilder } from '../cues.ts'
import type { Piece } from '../pieces.ts'
import type { LeadCommand, LeadEvent } from '../protocol.ts'
import { createNamedCueBuilder } from './named-cues.ts'
import { openSpeakers, type SpeakerOptions } from './open.ts'

export interface Naming {
  /** Takes the words; gives cues only at its end. */
  cues: CueBuilder
  /** Takes the next piece of speech. */
  hear(piece: Piece, signal: AbortSignal): Promise<void>
  /** All has been heard: makes out who spoke when. */
  settle(signal: AbortSignal): Promise<void>
  close(): void
}

type TranscribeCommand = Extract<LeadCommand, { type: 'transcribe' }>

/**
 * @param send gets told which method was used
 * @param alive called now and then while it takes its time
 */
export function createNaming(
  { job, speakerModels }: Pick<TranscribeCommand, 'job' | 'speakerModels'>,
  send: (event: LeadEvent) => void,
  alive: SpeakerOptions['alive'],
): Naming {
  let problem: string | null = null
  const speakers = openSpeakers({
    models: speakerModels,
    // This very program, in another role (worker.ts).
    workerPath: process.argv[1] ?? '',
    alive,
    used: (method) => send({ type: 'speakers', job, method, problem }),
    failed: (error) => {
      problem = error instanceof Error ? error.message : String(error)
    },
  })
  const cues = createNamedCueBuilder()
  return {
    cues,
    hear: (piece, signal) => speakers.feed(piece, signal),
    async settle(signal) {
      cues.turns = await speakers.finish(signal)
    },
    close: () => speakers.close(),
  }
}
