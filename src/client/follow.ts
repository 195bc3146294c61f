// Follows the account's transcriptions: the list is asked again at a polite pace, which finds new
// ones, and the end of an active one comes by a held request at the moment it happens. A server
// that was lost is looked for until it is back. Holds no more than the rows that are followed, and
// none of their transcripts.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../api/errors.ts'
import { PAGE_LIMIT_DEFAULT, WAIT_MAX_SECONDS } from '../api/limits.ts'
import type { Transcription, TranscriptionList } from '../api/types.ts'
import { ServerUnreachable } from '../errors.ts'
import { jsonOf } from './answers.ts'
import type { Client, GetOptions, ListOptions } from './client.ts'
import { FollowedJobs } from './followed-jobs.ts'
import { elementsOf, memberOf, withoutMember } from './json-text.ts'
import { retryWaitMs } from './retry.ts'
import { noteSent, sentJson } from './sent.ts'
import { isFinal } from './wait.ts'

export interface Follower {
  /**
   * Called after every look, one call at a time.
   *
   * @param jobs all that are followed, newest first
   * @param changed those that are new or not as they were, oldest first
   */
  seen(jobs: Transcription[], changed: Transcription[]): Promise<void>
  /** The server cannot be asked for the moment. */
  lost(error: Error): void
  /** It can be asked again. */
  back(): void
}

/** Between two looks at the list. */
const PAUSE_MS = 5000
/** Looking at the list takes no more than this share of the requests that the account may send. */
const SHARE = 0.25
/** Held at the same time; the end of others is seen with the next look. */
const MOST_HELD = 8
/** Active ones that the list does not show, asked for in turn with every look. */
const MOST_ASKED = 2
/** A server that does not hold requests is asked this often at most. */
const SHORTEST_ROUND_MS = 1000

/**
 * Goes on until the signal aborts.
 *
 * @throws ApiError what the server refuses for good, and at the beginning whatever it refuses
 * @throws ServerUnreachable at the beginning only
 * @throws the signal's reason
 */
export async function follow(
  client: Client,
  query: ListOptions,
  follower: Follower,
  signal: AbortSignal,
): Promise<never> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  try {
    return await new Following(client, query, follower, either).run()
  } finally {
    ended.abort()
  }
}

class Following {
  readonly #client: Client
  readonly #query: ListOptions
  readonly #follower: Follower
  readonly #signal: AbortSignal
  readonly #jobs: FollowedJobs
  readonly #held = new Set<string>()
  #turn: Promise<void> = Promise.resolve()
  #asked = 0
  #wake = new AbortController()

  constructor(client: Client, query: ListOptions, follower: Follower, signal: AbortSignal) {
    this.#client = client
    this.#query = query
    this.#follower = follower
    this.#signal = signal
    this.#jobs = new FollowedJobs(query.limit ?? PAGE_LIMIT_DEFAULT)
  }

  async run(): Promise<never> {
    await this.#look(true)
    const pauseMs = await this.#pace()
    for (let failures = 0; ; ) {
      try {
        if (failures === 0) await this.#rest(pauseMs)
        await this.#look(false)
        if (failures > 0) this.#follower.back()
        failures = 0
      } catch (error) {
        if (!isPassing(error)) throw error
        failures += 1
        if (failures === 1) this.#follower.lost(error)
        await this.#pause(retryWaitMs(error, failures, Math.random()))
      }
    }
  }

  /** Until the next look, which comes early when a held request has lost the server. */
  async #rest(pauseMs: number): Promise<void> {
    this.#wake = new AbortController()
    this.#hold()
    await this.#pause(SHORTEST_ROUND_MS)
    await this.#pause(pauseMs - SHORTEST_ROUND_MS, this.#wake.signal)
  }

  /** A small account is asked less often. Who may not know its limits is not told. */
  async #pace(): Promise<number> {
    try {
      const { limits } = await this.#client.account(this.#signal, { retry: false })
      return Math.max(PAUSE_MS, 60_000 / (limits.requests_per_minute * SHARE))
    } catch {
      this.#signal.throwIfAborted()
      return PAUSE_MS
    }
  }

  async #look(retry: boolean): Promise<void> {
    const document = await this.#client.listDocument(this.#query, this.#signal, { retry })
    const page = jsonOf<TranscriptionList>(document)
    const texts = elementsOf(memberOf(document.text, 'data') ?? '[]')
    for (const [place, job] of page.data.entries()) noteSent(job, texts[place] ?? '')
    await this.#tell(() => this.#jobs.takePage(page, this.#query.status !== undefined))
    const { unseen } = this.#jobs
    for (const { id } of inTurn(unseen, this.#asked, MOST_ASKED)) {
      await this.#ask(id, { include_deleted: true })
    }
    this.#asked += MOST_ASKED
  }

  /** @returns whether it is final, or gone */
  async #ask(id: string, options: GetOptions): Promise<boolean> {
    try {
      const answer = await this.#client.get(id, options, this.#signal, { retry: false })
      const { transcript: _, ...job } = answer
      noteSent(job, withoutMember(sentJson(answer), 'transcript'))
      await this.#tell(() => this.#jobs.take([job]))
      return isFinal(job.status)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      this.#jobs.drop(id)
      return true
    }
  }

  /** One at a time: the follower may have to wait for a slow reader. */
  #tell(take: () => Transcription[]): Promise<void> {
    const told = this.#turn.then(() => {
      const changed = take()
      return this.#follower.seen(this.#jobs.all, changed)
    })
    this.#turn = told.catch(() => undefined)
    return told
  }

  #hold(): void {
    for (const { id, status } of this.#jobs.all) {
      if (isFinal(status) || this.#held.has(id) || this.#held.size >= MOST_HELD) continue
      this.#held.add(id)
      this.#holdOne(id)
        // What went wrong here goes wrong with the next look too, which tells of it.
        .catch((error: unknown) => {
          if (error instanceof ServerUnreachable) this.#wake.abort()
        })
        .finally(() => this.#held.delete(id))
    }
  }

  async #holdOne(id: string): Promise<void> {
    for (;;) {
      const begunMs = performance.now()
      if (await this.#ask(id, { wait: WAIT_MAX_SECONDS })) return
      await this.#pause(SHORTEST_ROUND_MS - (performance.now() - begunMs))
    }
  }

  async #pause(ms: number, woken?: AbortSignal): Promise<void> {
    const signal = woken === undefined ? this.#signal : AbortSignal.any([this.#signal, woken])
    await sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined)
    this.#signal.throwIfAborted()
  }
}

/** Some of the items, others each time, until all have had their turn. */
function inTurn<T>(items: T[], from: number, count: number): T[] {
  const start = items.length === 0 ? 0 : from % items.length
  return [...items.slice(start), ...items.slice(0, start)].slice(0, count)
}

function isPassing(error: unknown): error is Error {
  return error instanceof ServerUnreachable || (error instanceof ApiError && error.retryable)
}
