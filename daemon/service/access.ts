// Who may do what: credentials are looked up by their hash, so neither the store nor the lookup
// ever holds one, and the time it takes tells nothing about a valid one.
import { ApiError } from '../../src/api/errors.ts'
import type { ApiScope } from '../../src/api/scopes.ts'
import { sha256 } from '../ids.ts'
import type { Caller, Parts } from './parts.ts'

/** `admin` is for the daemon's own administration; only the local key carries it. */
export type Scope = ApiScope | 'admin'

/** The credential of an Authorization header, or undefined when it has none of ours. */
export function bearer(authorization: string): string | undefined {
  return /^Bearer +(svco?_[\w-]+) *$/i.exec(authorization)?.[1]
}

/**
 * The caller behind a key, token or login session.
 *
 * @throws ApiError unauthorized when it is missing, unknown, expired or revoked
 */
export function authenticate({ store, clock }: Parts, credential: string | undefined): Caller {
  const known = credential && store.find('credentials', 'by_hash', sha256(credential))[0]
  if (!known || known.revoked_at !== null) throw unauthorized()
  if (known.expires_at !== null && Date.parse(known.expires_at) <= clock.now()) throw unauthorized()
  const team = store.get('teams', known.team_id)
  const user = store.get('users', known.user_id)
  if (team === undefined || user === undefined) throw unauthorized()
  return { team, user, scopes: known.scopes, credential_id: known.id }
}

/** @throws ApiError insufficient_scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new ApiError('insufficient_scope', `This credential lacks the scope ${scope}.`)
}

function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'The credential is missing, invalid, expired or revoked. Send Authorization: Bearer <API key>.',
  )
}
