// What an empty data folder starts with: a team with a plan, its user, a signing secret and an
// API key. The key's file is what the command line on this machine reads.

import { FIRST_RUN } from '../config.ts'
import { newId, newSecret, sha256 } from '../ids.ts'
import type { Store } from '../ports.ts'
import { SCOPES } from './access.ts'

/**
 * Makes the first team where there is none, and a new local key where the old one's file is lost.
 *
 * @param key the key found in the data folder, or null
 * @returns the key to keep there; the one given when it is still good
 */
export async function firstRun(store: Store, key: string | null, nowMs: number): Promise<string> {
  const known = key === null ? undefined : store.find('credentials', 'by_hash', sha256(key))[0]
  if (key !== null && known !== undefined && known.revoked_at === null) return key
  const created_at = new Date(nowMs).toISOString()
  const fresh = newSecret('svc')
  await store.tx((tx) => {
    const first = tx.find('teams', 'all', 'all').at(-1)
    const team_id = first?.id ?? newId('team')
    const user_id = first?.user_id ?? newId('user')
    if (first === undefined) {
      const { email, team: name, plan, minutes, limits } = FIRST_RUN
      const signing_secret = newSecret('whsec')
      tx.put('users', { id: user_id, team_id, email, email_verified: true })
      tx.put('teams', {
        ...{ id: team_id, name, user_id, plan, created_at, signing_secret },
        ...{ minutes, limits },
      })
    }
    tx.put('credentials', {
      ...{ id: newId('key'), team_id, user_id, hash: sha256(fresh), name: 'local' },
      ...{ scopes: [...SCOPES], created_at, expires_at: null, revoked_at: null },
    })
  })
  return fresh
}
