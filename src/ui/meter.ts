// How fast something goes, measured over the last seconds only: an average since the beginning
// would go on telling of a network that was faster an hour ago. Pure; the caller has the clock.

/** A value at a monotonic time in ms. */
export interface Sample {
  atMs: number
  value: number
}

/** Closer samples say nothing new. */
const SPACING_MS = 250

/**
 * Adds a sample, and drops those that the window has left behind.
 *
 * @returns the same array when there is nothing to add
 */
export function addSample(samples: Sample[], next: Sample, windowMs: number): Sample[] {
  const last = samples.at(-1)
  if (last !== undefined && next.atMs - last.atMs < SPACING_MS) return samples
  return [...samples.slice(windowStart(samples, next.atMs, windowMs)), next]
}

/** The value's growth per second within the window; null while too little is known. */
export function ratePerSecond(samples: Sample[], now: Sample, windowMs: number): number | null {
  const since = samples[windowStart(samples, now.atMs, windowMs)]
  if (since === undefined || now.atMs - since.atMs < SPACING_MS) return null
  return ((now.value - since.value) / (now.atMs - since.atMs)) * 1000
}

/** Index of the newest sample that is as old as the window; 0 when none is that old yet. */
function windowStart(samples: Sample[], nowMs: number, windowMs: number): number {
  return Math.max(
    0,
    samples.findLastIndex(({ atMs }) => atMs <= nowMs - windowMs),
  )
}
