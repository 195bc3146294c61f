// The list of --files-from: one path or URL a line, or ended by NUL bytes as `find -print0` makes
// them, for names that hold line feeds. Nothing is a comment and nothing is trimmed: file names
// may begin with anything.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { UsageError } from '../errors.ts'
import { toUsageError } from './explain.ts'
import { SNIFF_BYTES, sniffExtension } from './sniff.ts'

/** More is no list that somebody made for this. */
const LARGEST_BYTES = 64_000_000

/**
 * @param from a path, or `-` for stdin
 * @returns in the order of the list, blank lines left out
 * @throws UsageError when it cannot be read; the signal's reason
 */
export async function readList(
  from: string,
  stdin: Readable,
  signal: AbortSignal,
): Promise<string[]> {
  const stream = from === '-' ? stdin : createReadStream(from)
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return entriesOf(await bytesOf(stream))
  } catch (error) {
    signal.throwIfAborted()
    throw new UsageError(`--files-from ${from}: ${toUsageError(error, '').message}`)
  } finally {
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > LARGEST_BYTES) throw new UsageError('too large for a list of files')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (sniffExtension(bytes.subarray(0, SNIFF_BYTES)) === undefined) return bytes
  throw new UsageError('audio or video, not a list of files; give it as an argument')
}

function entriesOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const entries = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/)
  return entries.filter((entry) => entry.trim() !== '')
}
