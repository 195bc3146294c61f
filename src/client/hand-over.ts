// Hands a file to the daemon of this machine chunk by chunk, naming it instead of sending it (see
// src/api/local-file.ts). Once the daemon cannot read it (another user, a container, an older
// version), the file is sent for the rest of its upload, and nobody needs to know.
import { ApiError } from '../api/errors.ts'
import { formatLocalFile } from '../api/local-file.ts'
import type { Chunk, UploadTicket } from '../api/types.ts'
import type { Client } from './client.ts'
import type { UploadSource } from './source.ts'

export class HandOver {
  readonly #client: Client
  /** The file as a header; null when it has to be sent. */
  #file: string | null

  static async of(client: Client, source: UploadSource): Promise<HandOver> {
    const file = client.isLocal ? await source.localFile() : null
    return new HandOver(client, file && formatLocalFile(file))
  }

  private constructor(client: Client, file: string | null) {
    this.#client = client
    this.#file = file
  }

  /** @returns whether the server has the chunk now */
  async offer(ticket: UploadTicket, chunk: Chunk, signal: AbortSignal): Promise<boolean> {
    if (this.#file === null) return false
    try {
      await this.#client.nameChunk(ticket, chunk, this.#file, signal)
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      this.#file = null
      return false
    }
  }
}
