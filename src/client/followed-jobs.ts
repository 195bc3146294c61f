// The transcriptions that are followed, newest first: what a look at the list adds, changes and
// takes away. Pure. Those that are final stay as long as there is room for them, though a filter
// by status no longer lets them through; active ones always stay.
import { isDeepStrictEqual } from 'node:util'
import type { Transcription, TranscriptionList } from '../api/types.ts'
import { isFinal } from './wait.ts'

export class FollowedJobs {
  readonly #most: number
  #jobs: Transcription[] = []
  #page = new Set<string>()

  /** @param most rows of final ones */
  constructor(most: number) {
    this.#most = most
  }

  /** Newest first. */
  get all(): Transcription[] {
    return this.#jobs.filter((job, place) => place < this.#most || isActive(job))
  }

  /** Active ones that the last look at the list did not show. */
  get unseen(): Transcription[] {
    return this.#jobs.filter((job) => isActive(job) && !this.#page.has(job.id))
  }

  /**
   * Takes over a first page.
   *
   * @param filtered by status: one that is missing may just have another status by now
   * @returns what is new or has changed, oldest first
   */
  takePage({ data, next_cursor }: TranscriptionList, filtered: boolean): Transcription[] {
    const oldest = next_cursor === null ? '' : createdOf(data.at(-1))
    this.#page = new Set(data.map(({ id }) => id))
    // The page is all there is of its time, so what is missing there is gone.
    const gone = (job: Transcription) => !this.#page.has(job.id) && createdOf(job) > oldest
    if (!filtered) this.#jobs = this.#jobs.filter((job) => !gone(job))
    return this.take(data)
  }

  /** Takes over what is known of some now, newest first; returns the same as takePage. */
  take(found: Transcription[]): Transcription[] {
    const known = new Map(this.#jobs.map((job) => [job.id, job]))
    const changed = found.filter((job) => !isDeepStrictEqual(known.get(job.id), job))
    const ids = new Set(found.map(({ id }) => id))
    const others = this.#jobs.filter(({ id }) => !ids.has(id))
    this.#jobs = [...found, ...others].sort((a, b) => compare(createdOf(b), createdOf(a)))
    this.#forgetMost()
    return changed.reverse()
  }

  drop(id: string): void {
    this.#jobs = this.#jobs.filter((job) => job.id !== id)
  }

  #forgetMost(): void {
    let room = this.#most
    this.#jobs = this.#jobs.filter((job) => {
      if (isActive(job) || this.#page.has(job.id)) return true
      room -= 1
      return room >= 0
    })
  }
}

function isActive({ status }: Transcription): boolean {
  return !isFinal(status)
}

function createdOf(job: Transcription | undefined): string {
  return job?.created_at ?? ''
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
