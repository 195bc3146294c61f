// Teams, their users and what they may use. The first start makes one; the administrator of the
// daemon makes and changes others.
import { ApiError } from '../../src/api/errors.ts'
import type { TeamInput, TeamView } from '../../src/api/local.ts'
import { LOCAL_PLAN, TEAM_DEFAULTS } from '../config.ts'
import { newId, newSecret } from '../ids.ts'
import type { Transaction } from '../ports.ts'
import type { Team } from '../records.ts'
import { inCurrentCycle, nextReset } from '../rules/cycle.ts'
import type { Parts } from './parts.ts'

/** Makes a team and its user in the caller's transaction. */
export function putNewTeam(tx: Transaction, input: TeamInput, now: string): Team {
  const id = newId('team')
  const user_id = newId('user')
  const email = input.email ?? `${id}@localhost`
  tx.put('users', { id: user_id, team_id: id, email, email_verified: input.verified ?? true })
  const plan = input.plan === false ? null : LOCAL_PLAN
  const per_cycle = input.minutes ?? (plan === null ? 0 : TEAM_DEFAULTS.minutesPerCycle)
  const team: Team = {
    id,
    name: input.name ?? id,
    user_id,
    plan,
    minutes: {
      cycle: per_cycle,
      topup: input.topup_minutes ?? TEAM_DEFAULTS.topupMinutes,
      per_cycle,
      resets_at: plan === null ? null : nextReset(now, now),
    },
    limits: {
      requests_per_minute: input.requests_per_minute ?? TEAM_DEFAULTS.requestsPerMinute,
      max_active_jobs: input.max_active_jobs ?? TEAM_DEFAULTS.maxActiveJobs,
      max_file_bytes: input.max_file_bytes ?? TEAM_DEFAULTS.maxFileBytes,
    },
    signing_secret: newSecret('whsec'),
    created_at: now,
  }
  tx.put('teams', team)
  return team
}

export async function createTeam({ store, clock }: Parts, input: TeamInput): Promise<TeamView> {
  const now = new Date(clock.now()).toISOString()
  const team = await store.tx((tx) => putNewTeam(tx, input, now))
  return viewTeam(store, team)
}

/**
 * Sets the values that are given; `minutes` sets what is left of this cycle and what each new one
 * begins with.
 *
 * @throws ApiError not_found
 */
export async function updateTeam(
  { store, clock }: Parts,
  id: string,
  input: TeamInput,
): Promise<TeamView> {
  const nowMs = clock.now()
  const team = await store.tx((tx) => {
    const found = tx.get('teams', id)
    if (found === undefined) throw new ApiError('not_found', `There is no team ${id}.`)
    putUser(tx, found, input)
    const updated = changed(inCurrentCycle(found, nowMs), input, new Date(nowMs).toISOString())
    tx.put('teams', updated)
    return updated
  })
  return viewTeam(store, team)
}

export function listTeams({ store, clock }: Parts): TeamView[] {
  const teams = store.find('teams', 'all', 'all').reverse()
  return teams.map((team) => viewTeam(store, inCurrentCycle(team, clock.now())))
}

function changed(team: Team, input: TeamInput, now: string): Team {
  const { minutes, limits } = team
  const plan = input.plan === undefined ? team.plan : input.plan ? LOCAL_PLAN : null
  return {
    ...team,
    name: input.name ?? team.name,
    plan,
    minutes: {
      cycle: input.minutes ?? minutes.cycle,
      topup: input.topup_minutes ?? minutes.topup,
      per_cycle: input.minutes ?? minutes.per_cycle,
      resets_at: plan === null ? null : (minutes.resets_at ?? nextReset(team.created_at, now)),
    },
    limits: {
      requests_per_minute: input.requests_per_minute ?? limits.requests_per_minute,
      max_active_jobs: input.max_active_jobs ?? limits.max_active_jobs,
      max_file_bytes: input.max_file_bytes ?? limits.max_file_bytes,
    },
  }
}

function putUser(tx: Transaction, team: Team, { email, verified }: TeamInput): void {
  const user = tx.get('users', team.user_id)
  if (user === undefined) return
  tx.put('users', {
    ...user,
    email: email ?? user.email,
    email_verified: verified ?? user.email_verified,
  })
}

function viewTeam(store: Parts['store'], team: Team): TeamView {
  const user = store.get('users', team.user_id)
  return {
    team_id: team.id,
    user_id: team.user_id,
    name: team.name,
    email: user?.email ?? '',
    verified: user?.email_verified ?? false,
    plan: team.plan?.name ?? null,
    minutes: team.minutes.cycle,
    topup_minutes: team.minutes.topup,
    ...team.limits,
    created_at: team.created_at,
  }
}
