// What every way of showing progress offers; see progress.ts for which there are.
import type { ProgressPatch } from './progress-state.ts'

export interface Progress {
  /** False when nobody looks: then nobody needs to ask the server. */
  readonly wanted: boolean
  update(index: number, patch: ProgressPatch): void
  /** Writes something else to the terminal without the two getting mixed up. */
  aside(write: () => Promise<void>): Promise<void>
  /** Leaves a clean last frame. */
  close(): Promise<void>
}
