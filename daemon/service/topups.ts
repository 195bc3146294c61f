// Buying top-up minutes. On a local server nothing is paid: the purchase is the booking.
import { ApiError } from '../../src/api/errors.ts'
import type { Caller, Parts } from './parts.ts'

/**
 * Adds minutes to the team's top-up.
 *
 * @returns the top-up minutes there are now
 * @throws ApiError no_active_plan
 */
export function buyTopup({ store }: Parts, caller: Caller, minutes: number): Promise<number> {
  return store.tx((tx) => {
    const team = tx.get('teams', caller.team.id) ?? caller.team
    if (team.plan === null) {
      throw new ApiError('no_active_plan', 'Top-ups need an active plan. Choose a plan first.')
    }
    const topup = team.minutes.topup + minutes
    tx.put('teams', { ...team, minutes: { ...team.minutes, topup } })
    return topup
  })
}
