// The progress of one thing that is only waited for: a spinner that tells how far it is. Gone when
// the wait is over, and never seen when that is at once.
import type { Ora } from 'ora'
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import { applyPatch, newProgress, type ProgressPatch } from './progress-state.ts'
import { fitting, tellings } from './progress-text.ts'
import type { Progress } from './progress-view.ts'
import { GLANCE_MS, openSpinner } from './spinner.ts'
import { widthOf } from './width.ts'

const TICK_MS = 1000
/** The spinner itself, and a blank. */
const SPINNER_COLUMNS = 2

export function openProgressSpinner(io: Io, name: string): Progress {
  const shown = printable(name)
  let state = { ...newProgress(name), begun: { atMs: performance.now(), processedSeconds: 0 } }
  let spinner: Ora | undefined
  let closed = false
  const tell = () => {
    if (spinner === undefined) return
    const room = io.stderr.columns - SPINNER_COLUMNS - widthOf(shown) - 1
    spinner.text = `${shown} ${fitting(tellings(state, performance.now()), room)}`
  }
  const starting = setTimeout(async () => {
    spinner = await openSpinner(io).catch(() => undefined)
    tell()
    if (!closed) spinner?.start()
  }, GLANCE_MS)
  const ticking = setInterval(tell, TICK_MS)
  const update = (patch: ProgressPatch) => {
    state = applyPatch(state, patch, performance.now())
    tell()
  }
  io.lostShownBy((lostAttempt) => update({ lostAttempt }))
  return {
    wanted: true,
    update: (_index, patch) => update(patch),
    async aside(write) {
      const wasSpinning = spinner?.isSpinning
      spinner?.stop()
      await write()
      if (wasSpinning && !closed) spinner?.start()
    },
    async close() {
      closed = true
      io.lostShownBy(null)
      clearTimeout(starting)
      clearInterval(ticking)
      spinner?.stop()
    },
  }
}
