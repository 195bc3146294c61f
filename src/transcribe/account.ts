// What the account allows, asked once before several inputs are sent.
import { ApiError } from '../api/errors.ts'
import type { Account } from '../api/types.ts'
import type { Client } from '../client/client.ts'
import type { Context } from '../context.ts'

/**
 * @returns null when this credential may not know
 * @throws ApiError, ServerUnreachable: what would befall every input as well
 */
export async function readAccount(client: Client, signal: AbortSignal): Promise<Account | null> {
  try {
    return await client.account(signal)
  } catch (error) {
    const mayNotKnow =
      error instanceof ApiError && ['insufficient_scope', 'not_found'].includes(error.code)
    if (mayNotKnow) return null
    throw error
  }
}

/** Inputs at the same time: as many as wanted, but no more than the account may have active. */
export async function lanesFor(
  client: Client,
  tasks: number,
  wanted: number,
  { signal }: Pick<Context, 'signal'>,
): Promise<number> {
  if (tasks < 2) return 1
  const account = await readAccount(client, signal)
  return Math.max(1, Math.min(wanted, account?.limits.max_active_jobs ?? wanted))
}
