// Canceling and deleting. The API has one call for both: it cancels what is active and deletes
// what is final. So the state is looked at first, and again when an answer got lost: to send the
// same call twice would delete what was canceled a moment ago.
import { ApiError } from '../api/errors.ts'
import type { Transcription } from '../api/types.ts'
import type { Client } from './client.ts'
import { ConnectionFailed } from './connection.ts'
import { isFinal } from './wait.ts'

const MOST_TRIES = 5

/** @throws ApiError invalid_state for one that is final already */
export async function cancelActive(client: Client, id: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { status } = await client.get(id, {}, signal)
    if (tries > 0 && status === 'canceled') return
    if (isFinal(status)) {
      throw new ApiError('invalid_state', `${id} is ${status} already and cannot be canceled`)
    }
    if (await removeOnce(client, id, signal, tries)) return
  }
}

/** @throws ApiError invalid_state for one that is not final yet */
export async function deleteFinal(client: Client, id: string, signal: AbortSignal): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const job = await client.get(id, {}, signal).catch((error: unknown) => {
      if (tries > 0 && isNotFound(error)) return null
      throw error
    })
    if (job === null) return
    if (!isFinal(job.status)) throw stillActive(job)
    if (await removeOnce(client, id, signal, tries)) return
  }
}

/** @returns false when the connection was lost, so that nobody knows what came of it */
async function removeOnce(
  client: Client,
  id: string,
  signal: AbortSignal,
  tries: number,
): Promise<boolean> {
  try {
    await client.delete(id, signal)
    return true
  } catch (error) {
    const unclear = error instanceof ConnectionFailed && error.established
    if (unclear && tries < MOST_TRIES) return false
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found'
}

function stillActive({ id, status }: Transcription): ApiError {
  const message = `${id} is still ${status}; \`scribe cancel ${id}\` ends it`
  return new ApiError('invalid_state', message)
}
