// Lists of transcriptions, newest first. A cursor says "below this sequence number": records that
// come or go meanwhile neither repeat nor hide others. It is bound to its team and filters and
// carries a check, so that an invented, cut or borrowed one is noticed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../src/api/errors.ts'
import { PAGE_LIMIT_DEFAULT } from '../../src/api/limits.ts'
import type { ListQuery, TranscriptionList } from '../../src/api/types.ts'
import type { Caller, Parts } from './parts.ts'
import { present } from './present.ts'

/**
 * One page.
 *
 * @throws ApiError invalid_request for a cursor that is not one of ours for this very list
 */
export function listTranscriptions(
  { store }: Parts,
  caller: Caller,
  query: ListQuery,
): TranscriptionList {
  const limit = Number(query.limit ?? PAGE_LIMIT_DEFAULT)
  const includeDeleted = query.include_deleted === 'true'
  const { index, key } = slice(caller.team.id, query, includeDeleted)
  const below = query.cursor === undefined ? undefined : readCursor(query.cursor, index, key)
  const page = { limit: limit + 1, ...(below === undefined ? {} : { below }) }
  const found = store.find('transcriptions', index, key, page)
  const jobs = found.slice(0, limit)
  const last = jobs.at(-1)
  const more = found.length > limit && last !== undefined
  return {
    object: 'list',
    data: jobs.map(present),
    next_cursor: more ? writeCursor(last.sequence, index, key) : null,
  }
}

/** The index and key that hold exactly the list asked for, see io/store/indexes.ts. */
function slice(
  teamId: string,
  { status, platform }: ListQuery,
  includeDeleted: boolean,
): { index: string; key: string } {
  const filters = Object.entries({ status, platform }).filter(([, value]) => value !== undefined)
  return {
    index: [includeDeleted ? 'all' : 'list', ...filters.map(([name]) => name)].join('_'),
    key: [teamId, ...filters.map(([, value]) => value)].join(' '),
  }
}

function writeCursor(sequence: number, index: string, key: string): string {
  const check = checkOf(sequence, index, key)
  return Buffer.concat([check, Buffer.from(sequence.toString(36))]).toString('base64url')
}

function readCursor(cursor: string, index: string, key: string): number {
  const bytes = Buffer.from(cursor, 'base64url')
  const sequence = Number.parseInt(bytes.subarray(CHECK_BYTES).toString('latin1'), 36)
  const valid =
    Number.isSafeInteger(sequence) &&
    timingSafeEqual(checkOf(sequence, index, key), bytes.subarray(0, CHECK_BYTES)) &&
    writeCursor(sequence, index, key) === cursor
  if (valid) return sequence
  throw new ApiError(
    'invalid_request',
    'The cursor is not one of this list. Start again without it, with the same filters.',
    { params: { cursor: 'is not a next_cursor of this list' } },
  )
}

const CHECK_BYTES = 12

function checkOf(sequence: number, index: string, key: string): Buffer {
  const text = `cursor ${sequence} ${index}`
  return createHmac('sha256', key).update(text).digest().subarray(0, CHECK_BYTES)
}
