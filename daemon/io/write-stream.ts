// Writes a stream of bytes into an open file. A socket gives them in small pieces, and every write
// costs a trip to another thread, so pieces are gathered and written together.
import type { FileHandle } from 'node:fs/promises'
import { passed } from './young-garbage.ts'

/**
 * Smaller pieces are gathered to so much. Larger writes are slower, several times in bad moments:
 * file systems that keep files in large blocks of memory look for a block of the size of the write.
 */
const GATHERED_BYTES = 128 * 1024

/**
 * Writes all of `body` at `position`; not flushed to the disk yet.
 *
 * @param look told each piece before it is written; may throw to refuse it
 * @returns how many bytes were written
 */
export async function writeStream(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  position: number,
  look: (bytes: Uint8Array, before: number) => void,
): Promise<number> {
  let pieces: Uint8Array[] = []
  let gathered = 0
  let total = 0
  const flush = async () => {
    await writeAll(file, pieces, position + total - gathered)
    const written = gathered
    pieces = []
    gathered = 0
    passed(written)
  }
  for await (const bytes of body) {
    look(bytes, total)
    pieces.push(bytes)
    gathered += bytes.length
    total += bytes.length
    if (gathered >= GATHERED_BYTES) await flush()
  }
  if (gathered > 0) await flush()
  return total
}

/** The system may take fewer bytes than it was given. */
async function writeAll(file: FileHandle, pieces: Uint8Array[], position: number): Promise<void> {
  let { bytesWritten } = await file.writev(pieces, position)
  let place = position
  for (const bytes of pieces) {
    for (let done = Math.min(bytesWritten, bytes.length); done < bytes.length; ) {
      done += (await file.write(bytes, done, bytes.length - done, place + done)).bytesWritten
    }
    place += bytes.length
    bytesWritten = Math.max(0, bytesWritten - bytes.length)
  }
}
