// Idempotency-Keys: a row binds the key of a team to the parameters of its first request and to
// the transcription that answered it, in the commit that made or found that transcription.
import { ApiError } from '../../src/api/errors.ts'
import { sha256 } from '../ids.ts'
import type { Reads, Transaction } from '../ports.ts'
import type { TranscriptionRecord } from '../records.ts'
import type { Caller } from './parts.ts'

/** What answered the first request with this key. */
export interface Original {
  job: TranscriptionRecord
  /** That answer was an earlier transcription already. */
  reused: boolean
}

/** The original of a repeated request. @throws ApiError idempotency_conflict */
export function findOriginal(
  tx: Transaction,
  caller: Caller,
  idempotencyKey: string | null,
  fingerprint: string,
): Original | null {
  if (idempotencyKey === null) return null
  const row = tx.get('idempotency', rowId(caller, idempotencyKey))
  if (row === undefined) return null
  if (row.fingerprint !== fingerprint) {
    throw new ApiError(
      'idempotency_conflict',
      'This Idempotency-Key was used with other parameters. Use a new key for a new request.',
    )
  }
  const job = tx.get('transcriptions', row.transcription_id)
  return job === undefined ? null : { job, reused: row.reused ?? false }
}

/** Binds the key, if there is one, to its transcription. */
export function remember(
  tx: Transaction,
  caller: Caller,
  idempotencyKey: string | null,
  fingerprint: string,
  job: TranscriptionRecord,
  reused = false,
): void {
  if (idempotencyKey === null) return
  const id = rowId(caller, idempotencyKey)
  const created_at = job.created_at ?? ''
  tx.put('idempotency', { id, transcription_id: job.id, fingerprint, created_at, reused })
}

/** Whether a request with this key was answered before. */
export function isRepeated(store: Reads, caller: Caller, idempotencyKey: string | null): boolean {
  return (
    idempotencyKey !== null && store.get('idempotency', rowId(caller, idempotencyKey)) !== undefined
  )
}

function rowId(caller: Caller, idempotencyKey: string): string {
  return sha256(JSON.stringify([caller.team.id, idempotencyKey]))
}
