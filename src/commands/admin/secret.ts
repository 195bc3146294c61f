// `scribe daemon secret show|rotate`: what a team's webhooks are signed with.
import type { Context } from '../../context.ts'
import { administer, answer } from './administer.ts'

export async function showSecret(context: Context, teamId: string | undefined): Promise<void> {
  const shown = await administer(context, (admin) => admin.secret(teamId))
  await answer(context, shown, shown.signing_secret)
}

/** The old one signs nothing any more as soon as this is through. */
export async function rotateSecret(context: Context, teamId: string | undefined): Promise<void> {
  const rotated = await administer(context, (admin) => admin.rotateSecret(teamId))
  context.io.note('All webhooks are signed with the new secret from now on')
  await answer(context, rotated, rotated.signing_secret)
}
