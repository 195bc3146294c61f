// Works off the queue in the order in which the jobs came: so many uploads at once as speech-to-text
// takes, and videos beside them, whose work has turns of its own (lanes.ts). All it
// knows is in the store, so a daemon that was killed goes on where it stopped.

import type { TranscriptionRecord } from '../records.ts'
import { RETRY_WAITS } from '../rules/retry-waits.ts'
import { attempt } from './attempt.ts'
import { openLanes } from './lanes.ts'
import { advance } from './lifecycle.ts'
import type { Parts, Runner } from './parts.ts'

/** Most of them wait: for a fetch, for speech-to-text, or for the same video to be done. */
const VIDEOS_AT_ONCE = 64

type Platform = TranscriptionRecord['source']['platform']

interface Running {
  platform: Platform
  abort: AbortController
  done: Promise<void>
}

/** Queues again what a killed daemon left under way, then starts working off the queue. */
export async function startRunner(
  parts: Parts,
  jobsAtOnce: number,
  retryWaits = RETRY_WAITS,
): Promise<Runner> {
  const running = new Map<string, Running>()
  const room: Record<Platform, number> = { upload: jobsAtOnce, youtube: VIDEOS_AT_ONCE }
  const lanes = openLanes(jobsAtOnce)
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const unfinished = () => parts.store.find('transcriptions', 'unfinished', 'all')
  const queued = () =>
    unfinished()
      .filter((job) => job.status === 'queued' && !running.has(job.id))
      .reverse()
  const free = (platform: Platform) =>
    room[platform] - [...running.values()].filter((job) => job.platform === platform).length

  const wake = () => {
    clearTimeout(timer)
    if (closing.signal.aborted) return
    const now = parts.clock.now()
    const waiting = queued()
    const ready = waiting.filter((job) => (job.not_before ?? 0) <= now)
    for (const job of ready) if (free(job.source.platform) > 0) begin(job)
    const later = waiting.map((job) => job.not_before ?? 0).filter((ms) => ms > now)
    if (later.length > 0) timer = setTimeout(wake, Math.min(...later) - now)
  }

  const begin = ({ id, source: { platform } }: TranscriptionRecord) => {
    const abort = new AbortController()
    const signals = { canceled: abort.signal, closing: closing.signal }
    const stop = AbortSignal.any([abort.signal, closing.signal])
    const done = attempt({ ...parts, lanes, retryWaits, ...signals, stop }, id)
      .catch((error) => parts.log.error({ err: error, transcription: id }, 'attempt not recorded'))
      .finally(() => {
        running.delete(id)
        parts.changes.setProgress(id, null)
        wake()
      })
    running.set(id, { platform, abort, done })
  }

  await recover(parts)
  wake()

  return {
    wake,
    abort(id) {
      const job = running.get(id)
      if (job !== undefined) job.abort.abort()
      // Between two attempts, what the first one fetched is still there.
      else parts.fetcher.remove(id).catch((err) => parts.log.warn({ err }, 'fetched files left'))
    },
    counts() {
      const jobs = unfinished()
      const waiting = jobs.filter(({ status }) => status === 'queued').length
      return { active: jobs.length - waiting, queued: waiting }
    },
    async close() {
      clearTimeout(timer)
      closing.abort()
      await Promise.all([...running.values()].map((job) => job.done))
    },
  }
}

/** What a killed daemon left under way is queued again; that attempt does not count. */
async function recover({ store }: Parts): Promise<void> {
  await store.tx((tx) => {
    for (const job of tx.find('transcriptions', 'unfinished', 'all')) {
      advance(tx, job.id, 'interrupt', { attempts: Math.max(0, job.attempts - 1) })
    }
  })
}
