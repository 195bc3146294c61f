// The progress of a command's inputs: one interface over the live view, plain lines and silence.
// What is shown never holds up the work: the live view's libraries load beside it, and a job that
// is faster than they are goes without.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import { describeProgress, isActive, newProgress, updateState } from './progress-state.ts'
import type { LiveView, Progress } from './progress-view.ts'

const PLAIN_INTERVAL_MS = 5000
/** What is done sooner needs no progress. */
const PLAIN_DELAY_MS = 1000

export function openProgress(io: Io, names: string[]): Progress {
  if (io.progress === 'none') return silent
  return io.progress === 'plain' ? openPlain(io, names) : openLive(io, names)
}

const silent: Progress = {
  wanted: false,
  update() {},
  aside: (write) => write(),
  async close() {},
}

function openPlain(io: Io, names: string[]): Progress {
  const states = names.map(newProgress)
  let dueMs = performance.now() + PLAIN_DELAY_MS
  return {
    wanted: true,
    update(index, patch) {
      const nowMs = performance.now()
      const next = updateState(states, index, patch, nowMs)
      if (nowMs < dueMs || !isActive(next.phase)) return
      dueMs = nowMs + PLAIN_INTERVAL_MS
      io.note(`${printable(next.name)}: ${describeProgress(next, nowMs)}`)
    },
    aside: (write) => write(),
    async close() {},
  }
}

function openLive(io: Io, names: string[]): Progress {
  const states = names.map(newProgress)
  let view: LiveView | undefined
  let closed = false
  let last: Promise<void> = Promise.resolve()
  /** Only one thing at a time may use the terminal. */
  const inTurn = (work: () => Promise<void>) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const load = async () => {
    const { openView } = await import('./live.tsx')
    await inTurn(async () => {
      if (!closed) view = openView(io, states)
    })
  }
  const aside: Progress['aside'] = (write) =>
    inTurn(() => (view === undefined ? write() : view.aside(write)))
  io.drawnBy(aside)
  load().catch((error: unknown) => io.note(`no progress view: ${error}`))
  return {
    wanted: true,
    update(index, patch) {
      updateState(states, index, patch, performance.now())
      view?.draw()
    },
    aside,
    close() {
      closed = true
      io.drawnBy(null)
      return inTurn(async () => view?.close())
    },
  }
}
