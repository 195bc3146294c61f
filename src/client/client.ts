// The API as methods, one a line where that is possible: path, method, type of the answer.
// Knows nothing of files, waiting or terminals.

import type { ProgressReport } from '../api/local.ts'
import { LOCAL_FILE_HEADER } from '../api/local-file.ts'
import type {
  Account,
  Chunk,
  Created,
  CreateUpload,
  CreateUrl,
  GetQuery,
  ListQuery,
  RequestErrorCode,
  Transcription,
  UploadProgress,
  UploadTicket,
} from '../api/types.ts'
import { UsageError } from '../errors.ts'
import { jsonOf } from './answers.ts'
import type { SizedBody } from './bodies.ts'
import { type Call, Http, type HttpOptions, type StreamedAnswer } from './http.ts'
import type { FormBody } from './multipart.ts'

/** What GET /transcriptions/{id} may be asked; `wait` in seconds. */
export type GetOptions = Omit<GetQuery, 'wait' | 'timestamps' | 'include_deleted'> & {
  wait?: number
  timestamps?: boolean
  include_deleted?: boolean
}

/** The query of POST /transcriptions; `wait` in seconds, `reuse_recent` for URLs only. */
export interface CreateOptions {
  wait?: number
  reuse_recent?: boolean
}

/** What GET /transcriptions may be asked. */
export type ListOptions = Omit<ListQuery, 'limit' | 'include_deleted'> & {
  limit?: number
  include_deleted?: boolean
}

/** False leaves it to the caller to ask again. */
export type Retry = Pick<Call, 'retry'>

export interface Document {
  /** 202 while a rendering has to wait. */
  status: number
  text: string
  /** The body as the server sent it; `text` has replaced what is no UTF-8. */
  bytes: Uint8Array
}

export type ChunkBody = SizedBody

export class Client {
  /** As it was given: what is below it goes where the server is now. */
  readonly baseUrl: string
  /** The server is this machine's own daemon, behind its socket. */
  readonly isLocal: boolean
  readonly #http: Http

  constructor(options: HttpOptions) {
    this.baseUrl = options.baseUrl
    this.isLocal = typeof options.socketPath === 'string'
    this.#http = new Http(options)
  }

  create(
    request: CreateUpload | CreateUrl,
    key: string,
    signal: AbortSignal,
    options: CreateOptions = {},
  ) {
    const rest = { json: request, headers: { 'idempotency-key': key }, query: { ...options } }
    return this.#json<Created>('POST', '/transcriptions', signal, rest)
  }

  /** A file and its parameters in one request. */
  createFromForm(form: FormBody, key: string, signal: AbortSignal, options: CreateOptions = {}) {
    const headers = { 'idempotency-key': key, 'content-type': form.contentType }
    const rest = { body: form, headers, query: { ...options } }
    return this.#json<Created>('POST', '/transcriptions', signal, rest)
  }

  account(signal: AbortSignal, rest: Retry = {}) {
    return this.#json<Account>('GET', '/account', signal, rest)
  }

  /** As account, but the body untouched. */
  accountDocument(signal: AbortSignal): Promise<Document> {
    return this.#http.send({ method: 'GET', path: '/account', signal })
  }

  /** One page of the list of transcriptions, untouched. */
  listDocument(options: ListOptions, signal: AbortSignal, rest: Retry = {}): Promise<Document> {
    const query = { ...options }
    return this.#http.send({ ...rest, method: 'GET', path: '/transcriptions', query, signal })
  }

  /** Any request with the credential; its answer passes untouched, also a refusal. */
  raw(call: Call): Promise<StreamedAnswer> {
    return this.#http.stream(call)
  }

  get(id: string, options: GetOptions, signal: AbortSignal, rest: Retry = {}) {
    const call = { ...rest, query: { ...options } }
    return this.#json<Transcription>('GET', pathOf(id), signal, call)
  }

  /** As get, but the body untouched: a rendering, or JSON where there is none yet. */
  async getDocument(id: string, options: GetOptions, signal: AbortSignal): Promise<Document> {
    return this.#http.send({ method: 'GET', path: pathOf(id), query: { ...options }, signal })
  }

  /**
   * Held until there is something other than `known`. Not repeated when it fails: it is only for
   * show.
   *
   * @throws ApiError not_found also where the server does not have this extension
   */
  progress(id: string, known: ProgressReport | undefined, wait: number, signal: AbortSignal) {
    const processed_seconds = known && `${known.processed_seconds}`
    const options = { query: { wait, status: known?.status, processed_seconds }, retry: false }
    return this.#json<ProgressReport>('GET', `${pathOf(id)}/progress`, signal, options)
  }

  /** Cancels an active transcription; deletes a final one (see remove.ts). */
  async delete(id: string, signal: AbortSignal): Promise<void> {
    await this.#http.send({ method: 'DELETE', path: pathOf(id), signal })
  }

  uploadProgress(id: string, signal: AbortSignal, rest: Retry = {}) {
    return this.#json<UploadProgress>('GET', `${pathOf(id)}/upload`, signal, rest)
  }

  /** Sends one chunk; the upload token stands in for the credential. */
  async putChunk(ticket: UploadTicket, { index }: Chunk, body: ChunkBody, signal: AbortSignal) {
    const path = ticket.chunk_url_template.replace('{index}', String(index))
    const { headers } = ticket
    await this.#http.send({ method: 'PUT', path, headers, body, bearer: false, signal })
  }

  /**
   * Names the whole file, on the server's machine: for `isLocal`.
   *
   * @param file the value of the header
   * @throws ApiError invalid_request when its bytes have to be sent; not_found where names are
   *   unknown
   */
  async nameFile({ chunk_url_template, headers }: UploadTicket, file: string, signal: AbortSignal) {
    await this.#http.send({
      method: 'PUT',
      path: chunk_url_template.replace('chunks/{index}', 'file'),
      headers: { ...headers, [LOCAL_FILE_HEADER]: file },
      signal,
    })
  }

  completeUpload(id: string, signal: AbortSignal) {
    const path = `${pathOf(id)}/upload/complete`
    return this.#json<Transcription>('POST', path, signal, { repeatable: true })
  }

  /** Leaves it to the caller to repeat what was refused for this reason. */
  leave(code: RequestErrorCode): void {
    this.#http.leave(code)
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  async #json<T>(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    rest: Omit<Call, 'method' | 'path' | 'signal'> = {},
  ): Promise<T> {
    return jsonOf<T>(await this.#http.send({ ...rest, method, path, signal }))
  }
}

/** An id goes into a path: whatever is no plain id must not reach another one. */
function pathOf(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new UsageError(`"${id}" is not a transcription id (tr_…)`)
  return `/transcriptions/${id}`
}
