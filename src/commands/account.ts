// `scribe account`: plan, minutes and limits.
import type { Account } from '../api/types.ts'
import { jsonOf } from '../client/answers.ts'
import type { Context } from '../context.ts'
import { printable } from '../text.ts'

export async function account(context: Context): Promise<void> {
  const { io, signal } = context
  const { client } = await context.connect()
  const { text } = await client.accountDocument(signal)
  if (io.json) return io.write(`${text.trimEnd()}\n`)
  const rows = rowsOf(jsonOf<Account>({ text }))
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, value]) =>
    io.stdout.isTTY === true
      ? `${io.paint(io.stdout, 'bold', label.padEnd(width))}  ${printable(value)}\n`
      : `${label}\t${printable(value)}\n`,
  )
  await io.writePainted(lines.join(''))
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
