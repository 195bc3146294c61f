// Keys, tokens and login sessions: made, listed and revoked. Each is shown once, when it is made;
// what is kept is its hash. Revoking takes effect with the next request.
import { ApiError } from '../../src/api/errors.ts'
import type { CredentialView } from '../../src/api/local.ts'
import { newId, newSecret, sha256 } from '../ids.ts'
import type { Transaction } from '../ports.ts'
import type { Credential, Team } from '../records.ts'
import type { Scope } from './access.ts'
import type { Parts } from './parts.ts'

/** Prefixes of ids and credentials by kind. */
const PREFIXES = {
  key: { id: 'key', secret: 'svc' },
  token: { id: 'tok', secret: 'svco' },
  session: { id: 'ses', secret: 'svcs' },
} as const

export interface NewCredential {
  kind: Credential['kind']
  name?: string
  scopes: readonly Scope[]
  /** Seconds from now; absent for ever. */
  expiresInSeconds?: number
}

/** Makes a credential in the caller's transaction. @returns its id and the secret itself */
export function putNewCredential(
  tx: Transaction,
  team: Team,
  input: NewCredential,
  nowMs: number,
): { id: string; secret: string } {
  const { kind, name = null, scopes, expiresInSeconds } = input
  const id = newId(PREFIXES[kind].id)
  const secret = newSecret(PREFIXES[kind].secret)
  const expiresMs = expiresInSeconds === undefined ? null : nowMs + expiresInSeconds * 1000
  tx.put('credentials', {
    id,
    kind,
    team_id: team.id,
    user_id: team.user_id,
    hash: sha256(secret),
    name,
    scopes: [...scopes],
    created_at: new Date(nowMs).toISOString(),
    expires_at: expiresMs === null ? null : new Date(expiresMs).toISOString(),
    revoked_at: null,
  })
  return { id, secret }
}

/** @throws ApiError not_found when there is no such team */
export function createCredential(
  { store, clock }: Parts,
  teamId: string,
  input: NewCredential,
): Promise<{ id: string; secret: string }> {
  return store.tx((tx) => {
    const team = tx.get('teams', teamId)
    if (team === undefined) throw noTeam(teamId)
    return putNewCredential(tx, team, input, clock.now())
  })
}

/**
 * Keys and tokens of one team, or of all, oldest first; login sessions are not shown.
 *
 * @throws ApiError not_found when there is no such team
 */
export function listCredentials({ store }: Parts, teamId?: string): CredentialView[] {
  if (teamId !== undefined && store.get('teams', teamId) === undefined) throw noTeam(teamId)
  const teams = teamId === undefined ? store.find('teams', 'all', 'all') : [{ id: teamId }]
  return teams
    .flatMap((team) => store.find('credentials', 'by_team', team.id))
    .flatMap(({ hash, user_id, kind, ...view }) => (kind === 'session' ? [] : [{ ...view, kind }]))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
}

/**
 * Ends a credential; a second time changes nothing.
 *
 * @param teamId only this team's; any team's when absent
 * @throws ApiError not_found
 */
export function revokeCredential(
  { store, clock }: Parts,
  id: string,
  kind: Credential['kind'],
  teamId?: string,
): Promise<void> {
  return store.tx((tx) => {
    const found = tx.get('credentials', id)
    if (found?.kind !== kind || (teamId !== undefined && found.team_id !== teamId)) {
      throw new ApiError('not_found', `There is no ${kind} ${id}.`)
    }
    const revoked_at = found.revoked_at ?? new Date(clock.now()).toISOString()
    tx.put('credentials', { ...found, revoked_at })
  })
}

function noTeam(id: string): ApiError {
  return new ApiError('not_found', `There is no team ${id}.`)
}
