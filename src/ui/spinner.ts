// Shows that something is going on which has no percentage. Work that is worth a line leaves one;
// a wait that is over in a moment shows nothing at all, and a longer one leaves no trace.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '../io.ts'
import { reconnecting } from './progress-text.ts'

/** Sooner, a spinner would be a flash. */
export const GLANCE_MS = 300

/** Resolves or rejects with `work`, which has a line of its own, done or failed. */
export async function showWork<T>(io: Io, text: string, work: Promise<T>): Promise<T> {
  if (io.progress !== 'live') {
    io.note(`${text} …`)
    return work
  }
  const spinner = (await openSpinner(io, text)).start()
  try {
    const result = await work
    spinner.succeed()
    return result
  } catch (error) {
    spinner.fail()
    throw error
  }
}

/** Resolves or rejects with `wait`; a spinner turns meanwhile on a terminal. */
export async function showWait<T>(io: Io, text: string, wait: Promise<T>): Promise<T> {
  if (io.progress !== 'live') return wait
  const ended = new AbortController()
  const spinning = spinUntil(io, text, ended.signal).catch(() => undefined)
  try {
    return await wait
  } finally {
    ended.abort()
    await spinning
  }
}

async function spinUntil(io: Io, text: string, ended: AbortSignal): Promise<void> {
  await sleep(GLANCE_MS, undefined, { signal: ended })
  const spinner = await openSpinner(io, text)
  if (ended.aborted) return
  spinner.start()
  io.lostShownBy((attempt) => {
    spinner.text = attempt === null ? text : `${text}: server lost, ${reconnecting(attempt)}`
  })
  await once(ended, 'abort')
  io.lostShownBy(null)
  spinner.stop()
}

/** A spinner on stderr that is not turning yet; it takes no keys. */
export async function openSpinner(io: Io, text = '') {
  const { default: ora } = await import('ora')
  const color = io.coloured(io.stderr) ? 'cyan' : false
  return ora({ text, color, stream: io.stderr, discardStdin: false, isEnabled: true })
}
