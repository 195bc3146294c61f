// The progress of a command's inputs: one interface over the live view, plain lines and silence.
// What is shown never holds up the work: the live view's libraries load beside it, and a job that
// is done before anybody could read about it goes without.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import type { Canvas } from './canvas.tsx'
import { lastFrame, liveFrame } from './progress-frame.ts'
import { openProgressSpinner } from './progress-spinner.ts'
import {
  type InputProgress,
  isActive,
  newProgress,
  updateLost,
  updateState,
} from './progress-state.ts'
import { describeProgress } from './progress-text.ts'
import type { Progress } from './progress-view.ts'

const PLAIN_INTERVAL_MS = 5000
/** What is done sooner needs no progress. */
const PLAIN_DELAY_MS = 1000
const LIVE_DELAY_MS = 200

export function openProgress(io: Io, names: string[]): Progress {
  if (io.progress === 'none') return silent
  const states = names.map(newProgress)
  return io.progress === 'plain' ? openPlain(io, states) : openLive(io, states)
}

/** As openProgress, for what only has to be waited for: a single one gets a spinner. */
export function openWaiting(io: Io, names: string[]): Progress {
  const [name] = names
  const alone = names.length === 1 && name !== undefined && io.progress === 'live'
  return alone ? openProgressSpinner(io, name) : openProgress(io, names)
}

const silent: Progress = {
  wanted: false,
  update() {},
  aside: (write) => write(),
  async close() {},
}

function openPlain(io: Io, states: InputProgress[]): Progress {
  let dueMs = performance.now() + PLAIN_DELAY_MS
  let latest = 0
  let timer: NodeJS.Timeout | undefined
  const tell = (nowMs: number) => {
    clearTimeout(timer)
    timer = undefined
    const progress = states[latest]
    if (progress === undefined || !isActive(progress.phase)) return
    dueMs = nowMs + PLAIN_INTERVAL_MS
    io.note(`${printable(progress.name)}: ${describeProgress(progress, nowMs)}`)
  }
  io.lostShownBy((attempt) => updateLost(states, attempt, performance.now()))
  return {
    wanted: true,
    update(index, patch) {
      const nowMs = performance.now()
      updateState(states, index, patch, nowMs)
      latest = index
      // What came too soon is told later, when nothing else has been told.
      if (nowMs < dueMs) {
        timer ??= setTimeout(() => tell(performance.now()), PLAIN_INTERVAL_MS).unref()
      } else tell(nowMs)
    },
    aside: (write) => write(),
    async close() {
      io.lostShownBy(null)
      clearTimeout(timer)
    },
  }
}

function openLive(io: Io, states: InputProgress[]): Progress {
  const { stderr } = io
  let canvas: Canvas | undefined
  let closed = false
  let last: Promise<void> = Promise.resolve()
  /** Only one thing at a time may use the terminal. */
  const inTurn = (work: () => Promise<void>) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const load = async () => {
    const { openCanvas } = await import('./canvas.tsx')
    await inTurn(async () => {
      if (closed) return
      canvas = openCanvas(io, stderr, (size) =>
        liveFrame(states, size, performance.now(), (bar) => io.paint(stderr, 'cyan', bar)),
      )
    })
  }
  const aside: Progress['aside'] = (write) =>
    inTurn(() => (canvas === undefined ? write() : canvas.aside(write)))
  io.drawnBy(aside)
  io.lostShownBy((attempt) => {
    updateLost(states, attempt, performance.now())
    canvas?.draw()
  })
  const loading = setTimeout(() => {
    load().catch((error: unknown) => io.note(`no progress view: ${error}`))
  }, LIVE_DELAY_MS)
  return {
    wanted: true,
    update(index, patch) {
      updateState(states, index, patch, performance.now())
      canvas?.draw()
    },
    aside,
    close() {
      closed = true
      clearTimeout(loading)
      io.drawnBy(null)
      io.lostShownBy(null)
      return inTurn(async () => canvas?.close(lastFrame(states, stderr, performance.now())))
    },
  }
}
