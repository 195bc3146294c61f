// A file to upload, read by offset: several chunks may be read at once, none is held in memory.
import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type LocalFile, stampOf } from '../api/local-file.ts'
import type { FileStamp } from './session-record.ts'

/** Enough that asking for the bytes costs little beside moving them. */
export const READ_BYTES = 256 * 1024

/** The file is not what it was when the upload began. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged'

  constructor(name: string) {
    super(`${name} changed while it was being uploaded; run the command again to send it anew`)
  }
}

export class UploadSource {
  /** What the server is told: a base name. */
  readonly name: string
  readonly sizeBytes: number
  readonly #handle: FileHandle
  readonly #stats: Stats
  readonly #path: string | null

  /** @param path absolute, where other processes find the file; null where they cannot */
  constructor(name: string, handle: FileHandle, stats: Stats, path: string | null) {
    this.#path = path
    this.name = name
    this.sizeBytes = stats.size
    this.#handle = handle
    this.#stats = stats
  }

  static async open(path: string, name: string): Promise<UploadSource> {
    const handle = await open(path, 'r')
    return new UploadSource(name, handle, await handle.stat(), resolve(path))
  }

  /**
   * Reads a part of the file piece by piece, each time into the same `buffer`: who asks for the
   * next piece must be done with the last one.
   *
   * @throws FileChanged when the file has become shorter
   */
  async *read(offset: number, sizeBytes: number, buffer: Buffer): AsyncGenerator<Uint8Array> {
    for (let done = 0; done < sizeBytes; ) {
      const piece = buffer.subarray(0, Math.min(buffer.length, sizeBytes - done))
      await this.#fill(piece, offset + done)
      done += piece.length
      yield piece
    }
  }

  /** @throws FileChanged when somebody wrote to the file since it was opened */
  async assertUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat()
    if (size !== this.sizeBytes || mtimeMs !== this.#stats.mtimeMs) throw new FileChanged(this.name)
  }

  /** What the file was when it was opened. */
  get stamp(): FileStamp {
    const { size, mtimeMs, ctimeMs } = this.#stats
    return { size_bytes: size, modified_ms: mtimeMs, changed_ms: ctimeMs }
  }

  /** How another process of this machine gets at the very same file; null where it cannot. */
  async localFile(): Promise<LocalFile | null> {
    if (this.#path === null) return null
    return { path: this.#path, stamp: stampOf(await this.#handle.stat({ bigint: true })) }
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /** A file system may give less than was asked for. */
  async #fill(piece: Buffer, position: number): Promise<void> {
    for (let done = 0; done < piece.length; ) {
      const left = piece.length - done
      const { bytesRead } = await this.#handle.read(piece, done, left, position + done)
      if (bytesRead === 0) throw new FileChanged(this.name)
      done += bytesRead
    }
  }
}
