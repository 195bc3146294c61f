// Speech-to-text in child processes, behind the Speech port. Every job waits for its turn and gets
// a lead, a process that reads its file; the pieces of speech in it go through the recognisers,
// processes that hold the model and that all jobs share. So a crash costs one file's attempt or
// one piece, one file keeps every core busy, and two files take turns piece by piece.
import { type Speech, SpeechCrash } from '../ports.ts'
import type { SpeakerModelFiles } from '../speech/speakers/speakers.ts'
import { createTurns } from '../turns.ts'
import { type ChildrenOptions, createChildren } from './speech/children.ts'
import { runJob } from './speech/job.ts'
import { createLeads } from './speech/leads.ts'
import { createRecognizers, IDLE_SECONDS, type RecognizersOptions } from './speech/recognizers.ts'

export type SpeechOptions = ChildrenOptions &
  RecognizersOptions & {
    /** The models that tell speakers apart, null when they were not pulled. */
    resolveSpeakerModels?(): Promise<SpeakerModelFiles | null>
  }

/** Of one job and more than there are recognisers, so that none waits for the lead. */
const PIECES_AHEAD = 4

/** Jobs at once: with one more than there are recognisers, a short one can run beside long ones. */
export function jobsAtOnce(workers: number): number {
  return workers + 1
}

/** Starts nothing before the first job. */
export function createSpeech(options: SpeechOptions): Speech {
  const { workers, log, resolveSpeakerModels = async () => null } = options
  const children = createChildren(options)
  const leads = createLeads(children, options.idleSeconds ?? IDLE_SECONDS)
  const recognizers = createRecognizers(children, options)
  const turns = createTurns(jobsAtOnce(workers))
  const closing = new AbortController()
  const piecesAhead = workers + PIECES_AHEAD
  return {
    async transcribe(request, listener, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      const giveBack = await turns.take(either)
      try {
        recognizers.warmUp()
        const speakerModels = request.diarize ? await resolveSpeakerModels() : null
        const lead = await leads.get(either)
        try {
          const parts = { lead, recognizers, piecesAhead, speakerModels, log }
          return await runJob(parts, request, listener, either)
        } catch (error) {
          if (error instanceof SpeechCrash) log.warn({ err: error }, 'speech process lost')
          throw error
        } finally {
          leads.put(lead)
        }
      } finally {
        giveBack()
      }
    },
    async close() {
      closing.abort(new SpeechCrash('The daemon is closing.'))
      await children.close()
    },
  }
}
