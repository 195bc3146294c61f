// How far the time of a signature is from the receiver's clock, and what that looks like.
import { MILLISECONDS_FROM } from './time-forms.ts'

const HALF_HOUR_SECONDS = 1800
/** The time zones of the world reach from UTC-12 to UTC+14. */
const ZONE_MAX_SECONDS = 14 * 3600
const SLACK_SECONDS = 5

export interface ClockFault {
  code: string
  /** What is off, a clause: `its timestamp is 412 s in the past`. */
  off: string
  advice: string
}

export function clockFault(timestamp: number, nowSeconds: number): ClockFault {
  const offSeconds = timestamp - nowSeconds
  const side = offSeconds < 0 ? 'in the past' : 'in the future'
  const off = `its timestamp is ${spanOf(Math.abs(offSeconds))} ${side}`
  if (timestamp >= MILLISECONDS_FROM) {
    const advice = 't is in milliseconds; sign and send Unix seconds.'
    return { code: 'timestamp_in_milliseconds', off, advice }
  }
  if (isZone(offSeconds)) {
    const advice = 'That is a time zone: somebody took local time for UTC; sign Unix seconds.'
    return { code: 'timestamp_in_local_time', off, advice }
  }
  const advice =
    'Check the clocks of both sides; an old delivery verifies with the --now or --tolerance ' +
    'of `scribe webhook verify`.'
  return { code: 'clock_off', off, advice }
}

/** A whole number of half hours, give or take the way of the delivery. */
function isZone(offSeconds: number): boolean {
  const zones = Math.round(offSeconds / HALF_HOUR_SECONDS)
  const besideSeconds = Math.abs(offSeconds - zones * HALF_HOUR_SECONDS)
  return zones !== 0 && Math.abs(offSeconds) <= ZONE_MAX_SECONDS && besideSeconds <= SLACK_SECONDS
}

/** `412 s`, `2 h 5 min` or `3 days`. */
export function spanOf(seconds: number): string {
  if (seconds < 600) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}
