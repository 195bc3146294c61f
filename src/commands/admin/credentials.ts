// `scribe daemon key create|list|revoke` and `scribe daemon token create|revoke`. A credential goes
// to stdout alone, so that a script can catch it; it is shown this once, the daemon keeps a hash.
import type { CredentialView } from '../../api/local.ts'
import type { TokenInput } from '../../client/admin.ts'
import type { Context } from '../../context.ts'
import { writeTable } from '../../ui/table.ts'
import { administer, answer } from './administer.ts'

const HEADER = ['ID', 'KIND', 'STATE', 'TEAM', 'NAME', 'SCOPES', 'CREATED', 'EXPIRES']

export async function createKey(
  context: Context,
  input: { team_id?: string; name?: string },
): Promise<void> {
  const made = await administer(context, (admin) => admin.createKey(input))
  context.io.note(`Made ${made.id}; it is shown this once`)
  await answer(context, made, made.key)
}

export async function createToken(context: Context, input: TokenInput): Promise<void> {
  const made = await administer(context, (admin) => admin.createToken(input))
  context.io.note(`Made ${made.id}; it is shown this once`)
  await answer(context, made, made.token)
}

/** Tokens too: their ids are needed to revoke them. */
export async function listKeys(context: Context, teamId: string | undefined): Promise<void> {
  const credentials = await administer(context, (admin) => admin.credentials(teamId))
  if (context.io.json) return answer(context, credentials, '')
  const nowMs = Date.now()
  await writeTable(
    context.io,
    HEADER,
    credentials.data.map((credential) => credentialRow(credential, nowMs)),
  )
}

export async function revoke(context: Context, kind: 'key' | 'token', id: string): Promise<void> {
  await administer(context, (admin) => admin.revoke(kind, id))
  await answer(context, { id, revoked: true }, `${id}\trevoked`)
}

export function credentialRow(credential: CredentialView, nowMs: number): string[] {
  const { id, kind, team_id, name, scopes, created_at, expires_at, revoked_at } = credential
  const expired = expires_at !== null && Date.parse(expires_at) <= nowMs
  const state = revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active'
  return [id, kind, state, team_id, name ?? '-', scopes.join(','), created_at, expires_at ?? '-']
}
