// The progress of a command's inputs: one interface over the live view, plain lines and silence.
// What is shown never holds up the work, and the live view's libraries load beside it.
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import {
  applyPatch,
  describeProgress,
  type InputProgress,
  isActive,
  newProgress,
  type ProgressPatch,
} from './progress-state.ts'

export interface Progress {
  /** False when nobody looks: then nobody needs to ask the server. */
  readonly wanted: boolean
  update(index: number, patch: ProgressPatch): void
  /** Writes something else to the terminal without the two getting mixed up. */
  aside(write: () => Promise<void>): Promise<void>
  /** Leaves a clean last frame. */
  close(): Promise<void>
}

const PLAIN_INTERVAL_MS = 5000

export async function openProgress(io: Io, names: string[]): Promise<Progress> {
  if (io.progress === 'none') return silent
  if (io.progress === 'plain') return openPlain(io, names)
  const { openLive } = await import('./live.tsx')
  return openLive(io, names)
}

const silent: Progress = {
  wanted: false,
  update() {},
  aside: (write) => write(),
  async close() {},
}

function openPlain(io: Io, names: string[]): Progress {
  const states = names.map(newProgress)
  let shownAtMs = Number.NEGATIVE_INFINITY
  return {
    wanted: true,
    update(index, patch) {
      const nowMs = performance.now()
      const next = updateState(states, index, patch, nowMs)
      const due = nowMs - shownAtMs >= PLAIN_INTERVAL_MS && isActive(next.phase)
      if (!due) return
      shownAtMs = nowMs
      io.note(`${printable(next.name)}: ${describeProgress(next, nowMs)}`)
    },
    aside: (write) => write(),
    async close() {},
  }
}

/** Applies the patch in place and returns the new state. */
export function updateState(
  states: InputProgress[],
  index: number,
  patch: ProgressPatch,
  nowMs: number,
): InputProgress {
  const next = applyPatch(states[index] ?? newProgress(''), patch, nowMs)
  states[index] = next
  return next
}
