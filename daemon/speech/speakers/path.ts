// Who speaks in every tenth of a second, given what the voices sound like: the likeliest way
// through all blocks when every change of speakers costs something (Viterbi). That puts the borders
// where the voices change, which the stretches only knew roughly.
import type { FrameWindow } from './frames.ts'
import type { Likelihood } from './likelihood.ts'
import { BLOCK_FRAMES, blocksIn } from './stretches.ts'

/** What a change of speakers costs, in nats, amid speech and where there is a pause. */
const CHANGE_COST = 60
const CHANGE_COST_AT_PAUSE = 36
const PAUSE_STEPS = 15

export interface Path {
  /** Takes the next window. */
  add(window: FrameWindow): void
  /** The number of the voice in every block of each window. */
  end(): Uint8Array[]
}

/** @param voices 255 at most */
export function createPath(voices: readonly Likelihood[]): Path {
  /** Of each block and voice, the voice of the block before. */
  const origins: Uint8Array[] = []
  let scores = new Float64Array(voices.length)
  let lastStep = 0
  return {
    add(window) {
      const blocks = blocksIn(window)
      const origin = new Uint8Array(blocks * voices.length)
      for (let block = 0; block < blocks; block += 1) {
        const from = block * BLOCK_FRAMES
        const best = scores.indexOf(Math.max(...scores))
        const pause = (window.steps[from] as number) - lastStep > PAUSE_STEPS
        const changed = (scores[best] as number) - (pause ? CHANGE_COST_AT_PAUSE : CHANGE_COST)
        scores = scores.map((score, voice) => {
          origin[block * voices.length + voice] = score >= changed ? voice : best
          const fit = voices[voice]?.(window.vectors, from, from + BLOCK_FRAMES) ?? 0
          return Math.max(score, changed) + fit
        })
        lastStep = window.steps[from + BLOCK_FRAMES - 1] as number
      }
      origins.push(origin)
    },
    end() {
      let voice = scores.indexOf(Math.max(...scores))
      return origins
        .reverse()
        .map((origin) => {
          const path = new Uint8Array(origin.length / voices.length)
          for (let block = path.length - 1; block >= 0; block -= 1) {
            path[block] = voice
            voice = origin[block * voices.length + voice] as number
          }
          return path
        })
        .reverse()
    },
  }
}
