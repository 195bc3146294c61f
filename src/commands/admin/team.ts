// `scribe daemon team create|list|update`: who may use the daemon, and how much.
import type { TeamInput, TeamView } from '../../api/local.ts'
import type { Context } from '../../context.ts'
import { writeTable } from '../../ui/table.ts'
import { administer, answer } from './administer.ts'

const HEADER = ['TEAM', 'NAME', 'EMAIL', 'VERIFIED', 'PLAN', 'MINUTES', 'TOP-UP', 'REQUESTS/MIN']
const MORE_HEADER = ['JOBS', 'FILE BYTES', 'CREATED']

export async function createTeam(context: Context, input: TeamInput): Promise<void> {
  const made = await administer(context, (admin) => admin.createTeam(input))
  context.io.note(`Team made; \`scribe daemon key create --team ${made.team_id}\` makes its key`)
  await answer(context, made, made.team_id)
}

export async function listTeams(context: Context): Promise<void> {
  const teams = await administer(context, (admin) => admin.teams())
  if (context.io.json) return answer(context, teams, '')
  await writeTeams(context, teams.data)
}

export async function updateTeam(context: Context, id: string, input: TeamInput): Promise<void> {
  const team = await administer(context, (admin) => admin.updateTeam(id, input))
  if (context.io.json) return answer(context, team, '')
  await writeTeams(context, [team])
}

function writeTeams({ io }: Context, teams: TeamView[]): Promise<void> {
  return writeTable(io, [...HEADER, ...MORE_HEADER], teams.map(rowOf))
}

function rowOf(team: TeamView): string[] {
  return [
    ...[team.team_id, team.name, team.email],
    ...[team.verified ? 'verified' : '-', team.plan ?? '-'],
    ...[team.minutes, team.topup_minutes, team.requests_per_minute].map(String),
    ...[team.max_active_jobs, team.max_file_bytes].map(String),
    team.created_at,
  ]
}
