// Commits that must not be lost because the disk is full for a while.
import { ApiError } from '../../src/api/errors.ts'
import type { Transaction } from '../ports.ts'
import type { Parts } from './parts.ts'

/** While the disk takes no commit, a result is kept in memory and offered again so often, in ms. */
const COMMIT_RETRY_MS = 2000

/**
 * Commits, waiting while the disk takes nothing: an hour's work is not thrown away for that.
 *
 * @throws the signal's reason, when the daemon closes meanwhile
 */
export async function commitPatiently<T>(
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
  closing: AbortSignal,
  work: (tx: Transaction) => T,
): Promise<T> {
  for (;;) {
    try {
      return await store.tx(work)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'service_unavailable') throw error
      await clock.sleep(COMMIT_RETRY_MS, closing)
    }
  }
}
