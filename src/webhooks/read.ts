// Reading deliveries, as bytes and within a bound: what is signed must not be decoded, and no
// delivery is large.
import { createReadStream, readFileSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { UsageError } from '../errors.ts'

/** A genuine delivery has some thousand bytes; a file is read whole as its signature needs it whole. */
export const BODY_MAX_BYTES = 200_000_000
const READ_BYTES = 1_048_576

export interface Input {
  /** A path, or `-` for stdin. */
  file: string
  io: { stdin: ReadStream }
  signal: AbortSignal
}

/**
 * @returns the whole input
 * @throws UsageError when it cannot be read, is larger than BODY_MAX_BYTES, or is a terminal
 */
export async function readBody(input: Input): Promise<Buffer> {
  if (isSmallFile(input.file)) return readFileSync(input.file)
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of chunksOf(input)) {
    sizeBytes += chunk.length
    if (sizeBytes > BODY_MAX_BYTES) {
      const name = input.file === '-' ? 'stdin' : input.file
      throw new UsageError(`${name} is larger than ${BODY_MAX_BYTES} bytes: no delivery`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The usual case, for which streams cost more than all the rest. */
function isSmallFile(file: string): boolean {
  const stats = file === '-' ? undefined : statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size <= BODY_MAX_BYTES
}

/** The input as it comes; ends at once when the signal aborts. */
export async function* chunksOf({ file, io, signal }: Input): AsyncGenerator<Buffer> {
  if (file === '-' && io.stdin.isTTY === true) {
    throw new UsageError('stdin is a terminal; name a file or pipe the body into it')
  }
  signal.throwIfAborted()
  const stream = file === '-' ? io.stdin : await openFile(file, signal)
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable(file, error)
  } finally {
    signal.removeEventListener('abort', stop)
    stream.destroy()
  }
  signal.throwIfAborted()
}

async function openFile(file: string, signal: AbortSignal): Promise<Readable> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFIFO()) {
    return createReadStream(file, { highWaterMark: READ_BYTES })
  }
  const { openNamedPipe } = await import('../named-pipe.ts')
  return openNamedPipe(file, signal)
}

function unreadable(file: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new UsageError(`There is no file ${file}`)
  if (code === 'EISDIR') return new UsageError(`${file} is a folder`)
  return new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
}
