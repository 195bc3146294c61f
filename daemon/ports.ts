// The seams of the daemon: what service/ needs from the outside world, and what io/ provides.
// Each port says what it returns, which errors it throws and who locks.
import type { Socket } from 'node:net'
import type { LocalFile } from '../src/api/local-file.ts'
import type { Chunk, Segment, Transcript } from '../src/api/types.ts'
import type { CollectionName, Collections } from './records.ts'
import type { Trouble } from './rules/retry-waits.ts'
import type { CaptionTrack, VideoInfo } from './rules/video-info.ts'

/** Reads see committed records only, are synchronous, and return frozen records. */
export interface Reads {
  get<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined
  /**
   * The records under one key of an index, highest order first (see io/store/indexes.ts).
   *
   * @param page.below only records whose order is lower than this
   * @param page.limit at most so many; all when absent
   */
  find<C extends CollectionName>(
    collection: C,
    index: string,
    key: string,
    page?: { below?: number; limit?: number },
  ): Collections[C][]
  count<C extends CollectionName>(collection: C, index: string, key: string): number
}

/** What a transaction may do; its reads see its own writes and those of earlier transactions. */
export interface Transaction extends Reads {
  put<C extends CollectionName>(collection: C, record: Collections[C]): void
  delete(collection: CollectionName, id: string): void
  /** The next number of the store's one monotonic sequence, never handed out twice. */
  nextSequence(): number
}

export interface Store extends Reads {
  /**
   * Runs `work` synchronously and alone; everything it wrote is one atomic commit.
   *
   * Resolves with what `work` returned once the commit is on disk; only then do readers see it.
   * When `work` throws, nothing is written and the promise rejects with that error.
   * @throws ApiError service_unavailable when the disk does not take the commit
   */
  tx<T>(work: (tx: Transaction) => T): Promise<T>
  /** Waits for what is under way, then closes the files and releases the folder. */
  close(): Promise<void>
}

export interface Clock {
  /** Unix time in ms. */
  now(): number
  /** Resolves after so many ms; rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Media files of jobs, by name (`<transcription id>.<extension>`), each kept until its job ends. */
export interface MediaFiles {
  path(name: string): string
  /**
   * Writes one whole file as it arrives; on disk when it resolves, gone when it rejects.
   *
   * @throws ApiError media_too_large (with max_bytes) as soon as the limit is passed
   */
  receive(
    name: string,
    body: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<{ size: number; sha256: string }>
  /**
   * Writes one chunk of an upload at its offset; on disk when it resolves. A chunk that arrived
   * before stays as it was until its replacement is complete. For the same chunk not called again
   * before the last call has ended.
   *
   * @throws ApiError invalid_request when the body is shorter or longer than `chunk.size`
   */
  putChunk(name: string, chunk: Chunk, body: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Puts a whole file in the place of an upload and counts all chunks as arrived; on disk when it
   * resolves, and nothing has happened when it rejects. For the same upload not called again before
   * the last call has ended.
   *
   * @param write makes the file at the path it is given
   */
  putWhole(
    name: string,
    chunks: readonly Chunk[],
    write: (path: string) => Promise<void>,
  ): Promise<void>
  /** How much of a file that is being put there is written, in bytes; 0 when there is none. */
  writtenBytes(name: string): Promise<number>
  /** Indexes of the chunks that arrived whole, ascending; read from the disk. */
  receivedChunks(name: string): Promise<number[]>
  /** Forgets which chunks arrived; the assembled file stays. */
  finishUpload(name: string): Promise<void>
  /** Removes the file and all that belongs to it; nothing happens when there is none. */
  remove(name: string): Promise<void>
  /** Names of all files that are there, for sweeping orphans. */
  list(): Promise<string[]>
}

/** Files of this machine that its own commands name instead of sending them. */
export interface LocalFiles {
  /** Whether who asks through this connection may name files. */
  mayName(connection: Socket): boolean
  /**
   * Copies a file of `sizeBytes` bytes to the path `target`, which it replaces; on disk when it
   * resolves. It cannot be stopped: at the rate of the disk it takes seconds.
   *
   * @throws ApiError invalid_request when that very file cannot be copied, or changed meanwhile
   */
  copy(file: LocalFile, sizeBytes: number, target: string): Promise<void>
}

/** Finished transcripts, by transcription id. */
export interface TranscriptFiles {
  write(id: string, transcript: Transcript): Promise<void>
  read(id: string): Promise<Transcript>
  remove(id: string): Promise<void>
  list(): Promise<string[]>
}

/**
 * Gets videos from the site that a URL names. Jobs of one video that overlap in time share what is
 * fetched: it is there from a job's `info` until every job that asked for it was removed, also
 * from one attempt to the next. A stopped call has ended its child processes, unless another job
 * waits for them too.
 *
 * Every call throws JobError when no other attempt can help, FetchCrash when one may, and the
 * signal's reason.
 */
export interface VideoFetcher {
  /** What the video is. The other calls need it to have been asked for. */
  info(job: string, video: { id: string; url: string }, signal: AbortSignal): Promise<VideoInfo>
  /** One of the tracks of `info`, as a parsed json3 document. */
  captions(job: string, track: CaptionTrack, signal: AbortSignal): Promise<unknown>
  /**
   * The best audio there is.
   *
   * @returns absolute path of the file
   */
  audio(job: string, signal: AbortSignal): Promise<string>
  /** The job has ended; nothing happens when it has fetched nothing. */
  remove(job: string): Promise<void>
}

/** Fetching broke off under this attempt; the message is for the user. */
export class FetchCrash extends Error {
  override readonly name = 'FetchCrash'
  readonly trouble: Trouble

  constructor(message: string, options: { cause?: unknown; trouble?: Trouble } = {}) {
    const { cause, trouble = 'passing' } = options
    super(message, { cause })
    this.trouble = trouble
  }
}

export interface SpeechRequest {
  /** The transcription's id. */
  id: string
  /** Absolute path of the media file. */
  path: string
  language: string
  diarize: boolean
}

export interface SpeechListener {
  /**
   * The duration is known: called once, before the first segment. Work goes on when it resolves;
   * when it rejects, the job ends with that error.
   */
  media(media: { duration_seconds: number; format: string }): Promise<void>
  /** Seconds of media done so far; a few times a second at most. */
  progress(processedSeconds: number): void
  /** In time order, never overlapping. */
  segment(segment: Segment): void
}

export interface SpeechResult {
  /** BCP 47 primary tag, or null when none could be told. */
  language: string | null
  /** Seconds of audio that were really decoded. */
  duration_seconds: number
}

/** Speech-to-text in child processes; so many jobs run at once, further ones wait their turn. */
export interface Speech {
  /**
   * @throws JobError unsupported_media, media_too_long, no_speech, unsupported_language
   * @throws SpeechCrash when children died of it or fell silent; another attempt may succeed
   * @throws the signal's reason; the work has stopped within a second
   */
  transcribe(
    request: SpeechRequest,
    listener: SpeechListener,
    signal: AbortSignal,
  ): Promise<SpeechResult>
  /** Ends the children; jobs under way reject with SpeechCrash. */
  close(): Promise<void>
}

/** A speech child died under this attempt, or none could be started. */
export class SpeechCrash extends Error {
  override readonly name = 'SpeechCrash'
}

/** None can be started, as the model is not there and cannot be had; the message is for the user. */
export class SpeechUnavailable extends SpeechCrash {}

export interface DeliveryRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface DeliveryOutcome {
  /** Of the answer; null when there was none. */
  status: number | null
  /** Why it counts as failed, in a few words; null after a 2xx. */
  error: string | null
}

/** Sends webhooks to addresses that strangers name; refuses what is not fit to be called. */
export interface Deliver {
  /**
   * Whether this URL may be called right now, as `send` will check it again.
   *
   * @throws ApiError invalid_request with params.webhook_url: not https, credentials, no such
   *   host, or an address that is not public; service_unavailable: no name server answers
   */
  check(url: string): Promise<void>
  /**
   * One POST, within 10 s. Whatever the receiver does is an outcome; redirects are not followed.
   *
   * @throws the signal's reason, when the attempt was broken off
   */
  send(request: DeliveryRequest, signal: AbortSignal): Promise<DeliveryOutcome>
}
