// What is kept on disk of one upload: enough to make the same reservation again, word for word,
// and to tell whether the file is still the one that it was made for.
import { readFile } from 'node:fs/promises'
import type { CreateUpload } from '../api/types.ts'

/** What tells a file from an earlier state of it, without reading it. */
export interface FileStamp {
  size_bytes: number
  /** Milliseconds of the last write, as programs may set it. */
  modified_ms: number
  /** Milliseconds of the last change of any kind, which no program can set. */
  changed_ms: number
}

export interface SessionRecord extends FileStamp {
  /** Absolute path of the file. */
  path: string
  idempotency_key: string
  reservation: CreateUpload
  /** Null until the server has named it. */
  transcription_id: string | null
  /** Reservations of earlier states of the file, which nobody will complete. */
  abandoned_ids: string[]
}

/** A file that was moved has another change time; one that was written to, another of both. */
export function isSameFile(record: SessionRecord, path: string, stamp: FileStamp): boolean {
  return (
    record.size_bytes === stamp.size_bytes &&
    record.modified_ms === stamp.modified_ms &&
    (record.path !== path || record.changed_ms === stamp.changed_ms)
  )
}

/** @returns null when there is none, or none that can be used */
export async function readRecord(path: string): Promise<SessionRecord | null> {
  try {
    const record: Partial<SessionRecord> = JSON.parse(await readFile(path, 'utf8'))
    const usable =
      typeof record.idempotency_key === 'string' &&
      typeof record.reservation === 'object' &&
      Array.isArray(record.abandoned_ids)
    return usable ? (record as SessionRecord) : null
  } catch {
    return null
  }
}
