// `scribe webhook verify --delivery`: the same for records, as `listen --json` writes them. Each is
// judged at the time when it was received, so that what was genuine then stays so.
import type { Context } from '../../context.ts'
import { judge, unixSeconds } from '../../webhooks/judge.ts'
import { runEachRecord } from './each-record.ts'
import { printVerified } from './print.ts'
import { findSecret } from './secret.ts'
import { timesOf } from './times.ts'

/** @param file a path, or `-` for stdin */
export async function verifyRecords(context: Context, file: string): Promise<void> {
  const { nowSeconds, toleranceSeconds } = timesOf(context.flags)
  const { text: secret, source: secretSource } = await findSecret(context)
  await runEachRecord(context, file, async ({ body, signature: header, atSeconds }) => {
    const delivery = { secret, secretSource, body, header }
    const at = nowSeconds ?? atSeconds ?? unixSeconds()
    const fault = await judge({ ...delivery, nowSeconds: at, toleranceSeconds })
    if (fault !== null) throw fault
    await printVerified(context.io, body)
  })
}
