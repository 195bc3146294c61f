// `scribe upload status`: what of an upload has arrived.
import type { UploadProgress } from '../api/types.ts'
import { sentJson } from '../client/sent.ts'
import type { Context } from '../context.ts'
import { writeFacts } from '../ui/facts.ts'
import { megabytes } from '../ui/progress-text.ts'
import { rangesOf } from '../uploads/ranges.ts'

export async function uploadStatus(context: Context, id: string): Promise<void> {
  const { io, signal } = context
  const { client } = await context.connect()
  const progress = await client.uploadProgress(id, signal)
  if (io.json) return io.write(`${sentJson(progress).trim()}\n`)
  await writeFacts(io, rowsOf(progress))
}

function rowsOf(progress: UploadProgress): [string, string][] {
  const { status, total_bytes, uploaded_bytes, received_chunks, chunks, expires_at } = progress
  const received = new Set(received_chunks)
  const missing = chunks.map(({ index }) => index).filter((index) => !received.has(index))
  const percent = Math.floor((uploaded_bytes / total_bytes) * 100)
  const rows: [string, string][] = [
    ['status', status],
    ['received', `${megabytes(uploaded_bytes)} of ${megabytes(total_bytes)} MB (${percent} %)`],
    ['chunks', `${received.size} of ${chunks.length}`],
  ]
  if (missing.length > 0) rows.push(['missing', rangesOf(missing)])
  // The token's: whoever repeats the reservation gets a new one.
  if (expires_at !== null) rows.push(['expires', expires_at])
  return rows
}
