// `scribe account`: plan, minutes and limits.
import type { Account } from '../api/types.ts'
import { jsonOf } from '../client/answers.ts'
import type { Context } from '../context.ts'
import { writeFacts } from '../ui/facts.ts'

export async function account(context: Context): Promise<void> {
  const { io, signal } = context
  const { client } = await context.connect()
  const { text } = await client.accountDocument(signal)
  if (io.json) return io.write(`${text.trimEnd()}\n`)
  await writeFacts(io, rowsOf(jsonOf<Account>({ text })))
}

function rowsOf({ user, plan, minutes, renews_at, limits }: Account): [string, string][] {
  const topup = `${minutes.topup}${minutes.topup_usable ? '' : ' (not usable)'}`
  return [
    ['user', user.email],
    ['plan', plan?.name ?? 'none'],
    ['minutes left', String(minutes.remaining)],
    ['of the cycle', String(minutes.cycle)],
    ['of top-ups', topup],
    ['minutes reset', minutes.resets_at ?? 'never'],
    ['plan renews', renews_at ?? 'never'],
    ['requests a minute', String(limits.requests_per_minute)],
    ['active jobs at most', String(limits.max_active_jobs)],
  ]
}
