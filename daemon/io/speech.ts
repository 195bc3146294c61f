// Speech-to-text in child processes, behind the Speech port: every job waits for its turn, gets a
// child, and gives both back. Children are a matter of speech/pool.ts, one job that of speech/job.ts.
import { type Speech, SpeechCrash } from '../ports.ts'
import { createTurns } from '../turns.ts'
import { runJob } from './speech/job.ts'
import { createPool, type PoolOptions } from './speech/pool.ts'

export type SpeechOptions = Omit<PoolOptions, 'silenceSeconds'> & {
  /** Children, and so jobs, at once. */
  workers: number
  silenceSeconds?: number
}

const SILENCE_SECONDS = 120

/** Starts nothing before the first job. */
export function createSpeech(options: SpeechOptions): Speech {
  const pool = createPool({ silenceSeconds: SILENCE_SECONDS, ...options })
  const turns = createTurns(options.workers)
  const closing = new AbortController()
  return {
    async transcribe(request, listener, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      const giveBack = await turns.take(either)
      try {
        const child = await pool.get(either)
        try {
          return await runJob(child, request, listener, either)
        } catch (error) {
          if (error instanceof SpeechCrash) options.log.warn({ err: error }, 'speech process lost')
          throw error
        } finally {
          pool.put(child)
        }
      } finally {
        giveBack()
      }
    },
    async close() {
      closing.abort(new SpeechCrash('The daemon is closing.'))
      await pool.close()
    },
  }
}
