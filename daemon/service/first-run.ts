// What an empty data folder starts with: a team with a plan, its user, a signing secret and an
// API key. The key's file is what the command line on this machine reads; it may administer.
import { SCOPES } from '../../src/api/scopes.ts'
import { sha256 } from '../ids.ts'
import type { Store } from '../ports.ts'
import { putNewCredential } from './credentials.ts'
import { putNewTeam } from './teams.ts'

/**
 * Makes the first team where there is none, and a new local key where the old one's file is lost.
 *
 * @param key the key found in the data folder, or null
 * @returns the key to keep there; the one given when it is still good
 */
export async function firstRun(store: Store, key: string | null, nowMs: number): Promise<string> {
  const known = key === null ? undefined : store.find('credentials', 'by_hash', sha256(key))[0]
  if (key !== null && known !== undefined && known.revoked_at === null) return key
  const now = new Date(nowMs).toISOString()
  return store.tx((tx) => {
    const first = tx.find('teams', 'all', 'all').at(-1)
    const team = first ?? putNewTeam(tx, { name: 'Local', email: 'local@localhost' }, now)
    const scopes = [...SCOPES, 'admin'] as const
    return putNewCredential(tx, team, { kind: 'key', name: 'local', scopes }, nowMs).secret
  })
}
