// When a team's cycle ends. Cycle minutes lapse at `resets_at` and begin anew with `per_cycle`;
// cycles run for one calendar month from the day the plan began. Top-up minutes never lapse.
// A cycle ends when somebody looks after its end: nothing has to run at that moment. Pure.
import type { Team } from '../records.ts'

/**
 * One month later in UTC, on the day of the month that the cycles began on, or on the month's last
 * day where it has no such day.
 *
 * @param began when the first cycle began
 * @param from the beginning of the cycle that ends then
 */
export function nextReset(began: string, from: string): string {
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(new Date(began).getUTCDate(), lastDay))
  return to.toISOString()
}

/** The team as it is at this moment, with every cycle that ended meanwhile renewed. */
export function inCurrentCycle(team: Team, nowMs: number): Team {
  let resetsAt = team.minutes.resets_at
  if (resetsAt === null || Date.parse(resetsAt) > nowMs) return team
  while (Date.parse(resetsAt) <= nowMs) resetsAt = nextReset(team.created_at, resetsAt)
  const minutes = { ...team.minutes, cycle: team.minutes.per_cycle, resets_at: resetsAt }
  return { ...team, minutes }
}
