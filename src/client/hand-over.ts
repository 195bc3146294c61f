// Hands a file to the daemon of this machine by naming it instead of sending it (see
// src/api/local-file.ts). Where the daemon cannot get at it (another user, a container, an older
// version), the file is sent, and nobody needs to know.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../api/errors.ts'
import { formatLocalFile } from '../api/local-file.ts'
import type { UploadTicket } from '../api/types.ts'
import type { Client } from './client.ts'
import type { UploadSource } from './source.ts'

/** Between two looks at how far the copy is, which are for show only. */
const PROGRESS_PAUSE_MS = 300
/** What a daemon says that cannot copy the file, and one that knows no names. */
const REFUSALS: readonly string[] = ['invalid_request', 'not_found']

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

  /**
   * @param onProgress told how many bytes are copied
   * @returns whether the server has the whole file now
   */
  async offer(
    id: string,
    ticket: UploadTicket,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<boolean> {
    if (this.#file === null) return false
    const done = new AbortController()
    const watching = this.#watch(id, AbortSignal.any([signal, done.signal]), onProgress)
    try {
      await this.#client.nameFile(ticket, this.#file, signal)
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSALS.includes(error.code)) throw error
      this.#file = null
      return false
    } finally {
      done.abort()
      await watching
    }
  }

  async #watch(id: string, signal: AbortSignal, onProgress: (bytes: number) => void) {
    let most = 0
    try {
      for (;;) {
        await sleep(PROGRESS_PAUSE_MS, undefined, { signal })
        const { uploaded_bytes } = await this.#client.uploadProgress(id, signal, { retry: false })
        // Nothing is told between the copy and its taking the upload's place.
        most = Math.max(most, uploaded_bytes)
        if (!signal.aborted) onProgress(most)
      }
    } catch {
      // It has ended, or cannot be told.
    }
  }
}
