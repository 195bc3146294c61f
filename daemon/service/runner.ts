// Works off the queue: gives queued jobs to the speech child in the order they came, so many at
// once as there are workers. All it knows is in the store, so a daemon that was killed goes on
// where it stopped.
import { attempt } from './attempt.ts'
import { advance } from './lifecycle.ts'
import type { Parts, Runner } from './parts.ts'

/** Queues again what a killed daemon left under way, then starts working off the queue. */
export async function startRunner(parts: Parts, workers: number): Promise<Runner> {
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const queued = () =>
    parts.store
      .find('transcriptions', 'unfinished', 'all')
      .filter((job) => job.status === 'queued' && !running.has(job.id))
      .reverse()

  const wake = () => {
    clearTimeout(timer)
    if (closing.signal.aborted || running.size >= workers) return
    const now = parts.clock.now()
    const waiting = queued()
    const ready = waiting.filter((job) => (job.not_before ?? 0) <= now)
    for (const job of ready.slice(0, workers - running.size)) begin(job.id)
    const later = waiting.map((job) => job.not_before ?? 0).filter((ms) => ms > now)
    if (later.length > 0) timer = setTimeout(wake, Math.min(...later) - now)
  }

  const begin = (id: string) => {
    const abort = new AbortController()
    const done = attempt(parts, id, { canceled: abort.signal, closing: closing.signal })
      .catch((error) => parts.log.error({ err: error, transcription: id }, 'attempt not recorded'))
      .finally(() => {
        running.delete(id)
        parts.changes.setProgress(id, null)
        wake()
      })
    running.set(id, { abort, done })
  }

  await recover(parts)
  wake()

  return {
    wake,
    abort: (id) => running.get(id)?.abort.abort(),
    counts: () => ({ active: running.size, queued: queued().length }),
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
