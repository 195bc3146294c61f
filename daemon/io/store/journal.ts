// One journal file that is being appended to. It writes at its own offset and counts only what
// was flushed, so that after a refused write the file is exactly as it was before. It refuses to
// go on when that cannot be known.
import type { FileHandle, open } from 'node:fs/promises'
import { ApiError } from '../../../src/api/errors.ts'
import { StoreFailed } from './errors.ts'

/** How files are opened: node's own, or a disk that fails, in tests. */
export type OpenFile = (...args: Parameters<typeof open>) => Promise<JournalHandle>
export type JournalHandle = Pick<FileHandle, 'write' | 'datasync' | 'truncate' | 'close'>

export class Journal {
  readonly #handle: JournalHandle
  #lengthBytes: number

  constructor(handle: JournalHandle, lengthBytes: number) {
    this.#handle = handle
    this.#lengthBytes = lengthBytes
  }

  /**
   * Resolves when the bytes are on disk.
   *
   * @throws ApiError service_unavailable when the disk did not take them; nothing of them is left
   * @throws StoreFailed when it is not known what the disk holds
   */
  async append(bytes: Buffer): Promise<void> {
    try {
      await this.#writeAll(bytes)
    } catch (cause) {
      await this.cut()
      throw new ApiError(
        'service_unavailable',
        'The server cannot store data right now; its disk may be full.',
        {},
        { cause },
      )
    }
    await this.#flush()
    this.#lengthBytes += bytes.length
  }

  /** Takes off what follows the good length, and makes that last. */
  async cut(): Promise<void> {
    try {
      await this.#handle.truncate(this.#lengthBytes)
    } catch (cause) {
      throw new StoreFailed('The journal could not be cut back to its last good commit', { cause })
    }
    await this.#flush()
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    let done = 0
    while (done < bytes.length) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        done,
        bytes.length - done,
        this.#lengthBytes + done,
      )
      done += bytesWritten
    }
  }

  async #flush(): Promise<void> {
    try {
      await this.#handle.datasync()
    } catch (cause) {
      throw new StoreFailed('The disk did not confirm a write', { cause })
    }
  }
}
