// What a transcription costs and where the minutes come from. Pure arithmetic.

/** The two portions of a team's minutes. */
export interface Minutes {
  cycle: number
  topup: number
}

/** Minutes charged for media of this duration: rounded up, and at least one. */
export function minutesFor(durationSeconds: number): number {
  return Math.max(1, Math.ceil(durationSeconds / 60))
}

/**
 * Minutes a team can spend now. Top-up minutes count only with a plan: the API calls them
 * usable or not (`topup_usable`).
 */
export function usableMinutes(minutes: Minutes, hasPlan: boolean): number {
  return minutes.cycle + (hasPlan ? minutes.topup : 0)
}

/**
 * Splits a charge over the two portions: the cycle's minutes first, because they lapse.
 *
 * @returns null when the team has not enough usable minutes
 */
export function splitCharge(minutes: Minutes, hasPlan: boolean, needed: number): Minutes | null {
  if (needed > usableMinutes(minutes, hasPlan)) return null
  const cycle = Math.min(needed, minutes.cycle)
  return { cycle, topup: needed - cycle }
}
