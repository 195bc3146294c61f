// The chunked upload: reserve, send what is missing, complete. The same idempotency key always
// leads to the same transcription, so calling this again after any interruption goes on where the
// last call stopped; the server's record of what arrived is the only one.
import { ApiError } from '../api/errors.ts'
import type { Chunk, CreateUpload, Transcription, UploadTicket } from '../api/types.ts'
import { chunkUrlTemplate } from './chunk-url.ts'
import type { ChunkBody, Client } from './client.ts'
import { HandOver } from './hand-over.ts'
import { READ_BYTES, type UploadSource } from './source.ts'

export interface UploadOptions {
  /** Everything of the reservation but the file itself. */
  request: Omit<CreateUpload, 'upload'>
  idempotencyKey: string
  /** Chunks under way at the same time, 1 or more. */
  parallel: number
  signal: AbortSignal
  /** Bytes that the server has or is being sent. */
  onProgress(sentBytes: number): void
  /** The transcription is known, perhaps from an earlier call; awaited before bytes are sent. */
  onCreated(job: Transcription): Promise<void>
}

/** A token can run out during a long upload; a reservation that never lets us send is an error. */
const MAX_RESERVATIONS = 5

/**
 * @returns the transcription, no longer awaiting its upload; in any state when it was one before
 * @throws FileChanged, ApiError, ServerUnreachable, the signal's reason
 */
export async function upload(
  client: Client,
  source: UploadSource,
  options: UploadOptions,
): Promise<Transcription> {
  const handOver = await HandOver.of(client, source)
  for (let reservation = 1; ; reservation += 1) {
    const job = await reserve(client, source, options)
    await options.onCreated(job)
    if (job.upload === undefined) return job
    try {
      const ticket = placed(job.upload, client)
      await sendMissing({ client, source, handOver }, job.id, ticket, options)
      await source.assertUnchanged()
      return await complete(client, job.id, options.signal)
    } catch (error) {
      if (!goesOnWithNewTicket(error) || reservation >= MAX_RESERVATIONS) throw error
    }
  }
}

function placed(ticket: UploadTicket, { baseUrl }: Client): UploadTicket {
  const chunk_url_template = chunkUrlTemplate(baseUrl, ticket.chunk_url_template)
  return { ...ticket, chunk_url_template }
}

function reserve(client: Client, source: UploadSource, options: UploadOptions) {
  const file = { filename: source.name, size: source.sizeBytes }
  return client.create({ upload: file, ...options.request }, options.idempotencyKey, options.signal)
}

/** The token ran out or was replaced, or chunks got lost: the next round sends what is missing. */
function goesOnWithNewTicket(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'unauthorized' || error.code === 'upload_incomplete')
  )
}

async function sendMissing(
  { client, source, handOver }: { client: Client; source: UploadSource; handOver: HandOver },
  id: string,
  ticket: UploadTicket,
  options: UploadOptions,
): Promise<void> {
  const { onProgress, signal } = options
  const { received_chunks } = await client.uploadProgress(id, signal)
  if (received_chunks.length === 0) {
    onProgress(0)
    if (await handOver.offer(id, ticket, signal, onProgress)) return onProgress(source.sizeBytes)
  }
  const received = new Set(received_chunks)
  const missing = ticket.chunks.filter(({ index }) => !received.has(index))
  let sentBytes = source.sizeBytes - missing.reduce((sum, { size }) => sum + size, 0)
  const count = (bytes: number) => {
    sentBytes += bytes
    options.onProgress(sentBytes)
  }
  count(0)
  const spare: Buffer[] = []
  await inParallel(missing, options, async (chunk, signal) => {
    const body = new CountedBody(source, chunk, count, spare)
    await client.putChunk(ticket, chunk, body, signal)
    body.recycle()
  })
}

/**
 * A chunk out of the file; an attempt that is repeated takes back what it counted. Each attempt
 * reads through one buffer, as the socket has taken a piece before it asks for the next; and only
 * an answered attempt gives its buffer on, as a broken one may still be reading.
 */
class CountedBody implements ChunkBody {
  readonly sizeBytes: number
  readonly #read: (buffer: Buffer) => AsyncIterable<Uint8Array>
  readonly #count: (bytes: number) => void
  readonly #spare: Buffer[]
  #counted = 0
  #buffer: Buffer | undefined

  constructor(
    source: UploadSource,
    { offset, size }: Chunk,
    count: (bytes: number) => void,
    spare: Buffer[],
  ) {
    this.sizeBytes = size
    this.#read = (buffer) => source.read(offset, size, buffer)
    this.#count = count
    this.#spare = spare
  }

  async *open(): AsyncGenerator<Uint8Array> {
    this.#count(-this.#counted)
    this.#counted = 0
    const buffer = this.#spare.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES)
    this.#buffer = buffer
    for await (const bytes of this.#read(buffer)) {
      // A later attempt has overtaken this one.
      if (this.#buffer !== buffer) return
      this.#counted += bytes.length
      this.#count(bytes.length)
      yield bytes
    }
  }

  /** The chunk has arrived. */
  recycle(): void {
    if (this.#buffer !== undefined) this.#spare.push(this.#buffer)
  }
}

/** The first failure stops the others. */
async function inParallel(
  chunks: Chunk[],
  { parallel, signal }: Pick<UploadOptions, 'parallel' | 'signal'>,
  send: (chunk: Chunk, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const queue = chunks.values()
  const lane = async () => {
    for (const chunk of queue) await send(chunk, either)
  }
  const lanes = Array.from({ length: parallel }, () =>
    lane().catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  await Promise.all(lanes).finally(() => Promise.allSettled(lanes))
}

/** When an answer was lost and the request repeated, the first one has done the work. */
async function complete(client: Client, id: string, signal: AbortSignal): Promise<Transcription> {
  try {
    return await client.completeUpload(id, signal)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
    return client.get(id, {}, signal)
  }
}
