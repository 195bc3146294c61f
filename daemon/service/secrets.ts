// A team's signing secret: it signs every webhook of the team. Rotating replaces it at once.
import { ApiError } from '../../src/api/errors.ts'
import { newSecret } from '../ids.ts'
import type { Team } from '../records.ts'
import type { Parts } from './parts.ts'

/** @throws ApiError not_found */
export function signingSecret({ store }: Parts, teamId: string): string {
  return existing(store.get('teams', teamId), teamId).signing_secret
}

/** @throws ApiError not_found */
export function rotateSigningSecret({ store }: Parts, teamId: string): Promise<string> {
  return store.tx((tx) => {
    const team = existing(tx.get('teams', teamId), teamId)
    const signing_secret = newSecret('whsec')
    tx.put('teams', { ...team, signing_secret })
    return signing_secret
  })
}

function existing(team: Team | undefined, id: string): Team {
  if (team === undefined) throw new ApiError('not_found', `There is no team ${id}.`)
  return team
}
