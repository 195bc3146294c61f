// Whether the transcription that an earlier run began is still worth going on with.
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import type { Client } from './client.ts'
import { isFinal } from './wait.ts'

/**
 * Whether it was canceled or deleted, so that the same command is a new wish. That its original was
 * deleted is not told by a repeated request.
 */
export async function isGone(
  job: Transcription,
  client: Client,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isFinal(job.status)) return false
  if (job.status === 'canceled') return true
  try {
    await client.get(job.id, {}, signal)
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return true
    throw error
  }
}
