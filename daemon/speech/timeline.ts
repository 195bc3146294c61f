// Puts decoded audio on the clock of its media, so that a sample's position is its time.
// Containers start late, leave gaps, jump and run backwards; here every block learns how much
// silence goes before it or how many of its samples go away. Pure arithmetic on positions in
// samples at SAMPLE_RATE. It refuses to believe jumps that no player would show as silence.
import { MEDIA_MAX_SECONDS } from '../../src/api/limits.ts'

export const SAMPLE_RATE = 16_000

/** Differences below this are rounding and encoder delay, not gaps. */
const TOLERANCE = 0.1 * SAMPLE_RATE
/** An overlap up to this is a slow clock and is trimmed; a longer one is a fresh start. */
const OVERLAP = SAMPLE_RATE
/** Formats whose clock may be reset treat a longer gap as a reset (as players do). */
const RESET = 10 * SAMPLE_RATE

export interface Placement {
  /** Samples of silence before the block. */
  silence: number
  /** Samples to drop from the block's beginning. */
  skip: number
}

export interface Timeline {
  /**
   * Places the next block and advances past it.
   *
   * @param startSeconds the block's timestamp, null when it has none
   * @param samples the block's length at SAMPLE_RATE
   */
  place(startSeconds: number | null, samples: number): Placement
  /** Samples placed so far, silence included. */
  readonly position: number
}

/**
 * @param originSeconds the timestamp at which the media begins
 * @param resettable the format's clock may jump without anything missing (MPEG-TS, Ogg)
 */
export function createTimeline(originSeconds: number, resettable: boolean): Timeline {
  let position = 0
  let shift = 0
  return {
    get position() {
      return position
    },
    place(startSeconds, samples) {
      const target =
        startSeconds === null
          ? position
          : Math.round((startSeconds - originSeconds) * SAMPLE_RATE) + shift
      const drift = target - position
      const jump = isJump(drift, target, resettable)
      if (jump) shift -= drift
      const silence = !jump && drift > TOLERANCE ? drift : 0
      const skip = !jump && drift < -TOLERANCE ? Math.min(-drift, samples) : 0
      position += silence + samples - skip
      return { silence, skip }
    },
  }
}

function isJump(drift: number, target: number, resettable: boolean): boolean {
  if (drift < -OVERLAP) return true
  return (
    drift > TOLERANCE && (target > MEDIA_MAX_SECONDS * SAMPLE_RATE || (resettable && drift > RESET))
  )
}
