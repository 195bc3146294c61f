// What a chunk may do before a byte of it is read: its token, which stands in the place of a
// credential, opens one upload, and its index names one chunk of that upload's plan.
import { timingSafeEqual } from 'node:crypto'
import { counted } from '../../src/api/counted.ts'
import { ApiError } from '../../src/api/errors.ts'
import type { Chunk } from '../../src/api/types.ts'
import { sha256 } from '../ids.ts'
import type { UploadRecord } from '../records.ts'
import type { Service } from './parts.ts'
import { awaiting } from './uploads.ts'

/**
 * The upload that a token opens.
 *
 * @throws ApiError unauthorized, not_found, invalid_state
 */
export function openUpload(
  service: Pick<Service, 'store' | 'clock'>,
  id: string,
  token: string | undefined,
): UploadRecord {
  if (!token) throw badToken()
  const upload = service.store.get('uploads', id)
  if (upload !== undefined) checkToken(upload, token, service.clock.now())
  return awaiting(service, id).upload
}

/** The chunk of this index, which is as it stands in the path. @throws ApiError invalid_request */
export function plannedChunk({ chunks }: UploadRecord, index: string): Chunk {
  const chunk = /^\d{1,9}$/.test(index) ? chunks[Number(index)] : undefined
  if (chunk !== undefined) return chunk
  throw new ApiError(
    'invalid_request',
    `Chunk ${index} is not in the plan of ${counted(chunks.length, 'chunk')}, counted from 0.`,
    { params: { index: `must be 0 to ${chunks.length - 1}` } },
  )
}

function checkToken(upload: UploadRecord, token: string, nowMs: number): void {
  const given = Buffer.from(sha256(token))
  const right = timingSafeEqual(given, Buffer.from(upload.token_hash))
  const expired = upload.expires_at !== null && nowMs >= Date.parse(upload.expires_at)
  if (!right || expired) throw badToken()
}

function badToken(): ApiError {
  return new ApiError(
    'unauthorized',
    'The upload token is missing, wrong or expired. Repeat the reservation with its Idempotency-Key for a new one.',
  )
}
