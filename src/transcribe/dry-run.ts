// --dry-run: what each input would cost and what would be refused, as far as this side can know.
// Files are measured here; nothing is sent but the question for the account. Exits as the real
// run would.
import { availableParallelism } from 'node:os'
import type { Account } from '../api/types.ts'
import type { Context } from '../context.ts'
import { InputsFailed } from '../errors.ts'
import type { Probe } from '../local.ts'
import { showWork } from '../ui/spinner.ts'
import { readAccount } from './account.ts'
import { estimate, type Measured, totalOf } from './estimate.ts'
import { Lengths } from './lengths.ts'
import type { TranscribeOptions } from './options.ts'
import { type Outcome, runPool } from './pool.ts'
import type { Prepared } from './prepare.ts'
import { writePreview } from './preview.ts'

/** Files measured at the same time, a process each. */
const LANES = Math.min(4, availableParallelism())
/** More than these are worth a word while they are measured. */
const MANY = 20
const UNKNOWN: Probe = { durationSeconds: null, minutesNeeded: null, failure: null }

/**
 * @throws InputsFailed with the first problem; each has been printed
 * @throws what kept the account from being read, after everything else was printed
 */
export async function dryRun(
  context: Context,
  prepared: Prepared[],
  options: TranscribeOptions,
): Promise<void> {
  const asked = await askAccount(context)
  const account = asked.ok ? asked.value : null
  const measuring = measure(context, prepared)
  const takesTime = prepared.length > MANY
  const measured = takesTime
    ? await showWork(context.io, `Measuring ${prepared.length} inputs`, measuring)
    : await measuring
  const estimates = estimate(measured, { account, maxMinutes: options.maxMinutes })
  await writePreview(context.io, estimates, totalOf(estimates, account), options.concurrency)
  if (!asked.ok) throw asked.error
  const first = estimates.flatMap(({ problems }) => problems)[0]
  if (first !== undefined) throw new InputsFailed(first)
}

async function askAccount(context: Context): Promise<Outcome<Account | null>> {
  try {
    const { client } = await context.connect()
    return { ok: true, value: await readAccount(client, context.signal) }
  } catch (error) {
    context.signal.throwIfAborted()
    return { ok: false, error }
  }
}

async function measure({ signal }: Context, prepared: Prepared[]): Promise<Measured[]> {
  const lengths = new Lengths()
  const probes = runPool(prepared, LANES, ({ task }) => lengths.of(task?.mediaPath ?? null, signal))
  try {
    const outcomes = await Promise.all(probes)
    signal.throwIfAborted()
    return prepared.map(({ input, existing, error }, place) => {
      const outcome = outcomes[place]
      const probe = outcome?.ok ? outcome.value : UNKNOWN
      return { input: input.given, skipped: existing !== null, probe, error }
    })
  } finally {
    await lengths.close()
  }
}
