// `scribe list --watch`: follows the account's transcriptions until Ctrl-C. A table that changes on
// a terminal; elsewhere one line for each transcription at first, and then for each change of one.
import type { Transcription } from '../api/types.ts'
import type { Client, ListOptions } from '../client/client.ts'
import { type Follower, follow } from '../client/follow.ts'
import { onOneLine } from '../client/json-text.ts'
import { sentJson } from '../client/sent.ts'
import { isFinal, watchProgress } from '../client/wait.ts'
import type { Context } from '../context.ts'
import type { Io } from '../io.ts'
import { describeError, envelopeOf } from '../report.ts'
import { transcriptionLine } from '../ui/transcription-table.ts'
import type { WatchView } from '../ui/watch-view.ts'

/** As many are asked how far they are. */
const MOST_WATCHED = 8

/** @throws Interrupted in the end, as nothing else ends it; what the server refuses */
export async function watchList(context: Context, query: ListOptions): Promise<void> {
  const { client } = await context.connect()
  const { io, signal } = context
  if (io.json || !io.canDraw(io.stdout)) return follow(client, query, lines(io), signal)
  const { WatchView } = await import('../ui/watch-view.ts')
  const view = new WatchView(io)
  try {
    await follow(client, query, new TableFollower(client, view, signal), signal)
  } finally {
    await view.close()
  }
}

function lines(io: Io): Follower {
  const lineOf = io.json ? (job: Transcription) => onOneLine(sentJson(job)) : transcriptionLine
  return {
    async seen(_jobs, changed) {
      const text = changed.map((job) => `${lineOf(job)}\n`).join('')
      if (text !== '') await io.write(text)
    },
    lost(error) {
      if (io.json) io.complain(JSON.stringify(envelopeOf(error)))
      else io.note(troubleOf(error))
    },
    back: () => io.note('The server answers again'),
  }
}

function troubleOf(error: Error): string {
  const [news = ''] = describeError(error).split('\n')
  return `${news}; trying again until it answers`
}

class TableFollower implements Follower {
  readonly #client: Client
  readonly #view: WatchView
  readonly #signal: AbortSignal
  /** Ended when the server is lost. */
  #connection = new AbortController()
  readonly #watched = new Set<string>()
  #watching = 0

  constructor(client: Client, view: WatchView, signal: AbortSignal) {
    this.#client = client
    this.#view = view
    this.#signal = signal
  }

  async seen(jobs: Transcription[]): Promise<void> {
    this.#view.show(jobs)
    const ids = new Set(jobs.map(({ id }) => id))
    for (const id of this.#watched) if (!ids.has(id)) this.#watched.delete(id)
    for (const { id, status } of jobs) {
      if (!isFinal(status) && this.#watching < MOST_WATCHED) this.#watch(id)
    }
  }

  lost(error: Error): void {
    this.#view.showTrouble(troubleOf(error))
    this.#connection.abort()
    this.#connection = new AbortController()
    this.#watched.clear()
  }

  back(): void {
    this.#view.showTrouble(null)
  }

  /** Once each, as a server that does not tell of progress will not do so later. */
  #watch(id: string): void {
    if (this.#watched.has(id)) return
    this.#watched.add(id)
    this.#watching += 1
    const signal = AbortSignal.any([this.#signal, this.#connection.signal])
    const show: Parameters<typeof watchProgress>[2] = (report) =>
      this.#view.showProgress(id, report)
    void watchProgress(this.#client, id, show, signal).finally(() => {
      this.#watching -= 1
    })
  }
}
