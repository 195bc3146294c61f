// What GET /account tells of the caller's team. Reading it never charges anything.
import type { Account } from '../../src/api/types.ts'
import { usableMinutes } from '../rules/charge.ts'
import { inCurrentCycle } from '../rules/cycle.ts'
import type { Caller, Parts } from './parts.ts'

export function getAccount({ clock }: Parts, caller: Caller): Account {
  const team = inCurrentCycle(caller.team, clock.now())
  const { cycle, topup, resets_at } = team.minutes
  const { requests_per_minute, max_active_jobs } = team.limits
  return {
    object: 'account',
    user: { id: caller.user.id, email: caller.user.email },
    plan: team.plan,
    minutes: {
      remaining: usableMinutes(team.minutes, team.plan !== null),
      cycle,
      topup,
      topup_usable: team.plan !== null,
      resets_at,
    },
    renews_at: team.plan === null ? null : resets_at,
    limits: { requests_per_minute, max_active_jobs },
  }
}
