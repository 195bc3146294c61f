// Who may write a chunk. The same chunk can be on its way twice: a client that lost its connection
// sends it again, while we still wait for the rest of what it sent first, and that may never come.
// So one sending is written after the other, and one that has fallen silent gives way to the next.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../src/api/errors.ts'

/** Where the bytes of a chunk come from. */
export interface ChunkSender {
  /** What has come in on its connection so far. */
  receivedBytes(): number
  /** Makes its body end with this error. */
  drop(reason: Error): void
}

interface Turn {
  sender: ChunkSender
  /** Settles with the work; never rejects. */
  ended: Promise<unknown>
}

/** A sender of which nothing came for so long may have lost its connection. */
const SILENCE_MS = 2000

export class ChunkTurns {
  readonly #turns = new Map<string, Turn>()

  /** Does the work once nobody else works under the same key. */
  async take<T>(key: string, sender: ChunkSender, work: () => Promise<T>): Promise<T> {
    for (let turn = this.#turns.get(key); turn !== undefined; turn = this.#turns.get(key)) {
      await untilEndedOrSilent(turn)
    }
    const result = work()
    this.#turns.set(key, { sender, ended: result.catch(() => undefined) })
    try {
      return await result
    } finally {
      this.#turns.delete(key)
    }
  }
}

async function untilEndedOrSilent({ sender, ended }: Turn): Promise<void> {
  const before = sender.receivedBytes()
  const waiting = new AbortController()
  const silence = sleep(SILENCE_MS, true, waiting)
  const waited = await Promise.race([ended, silence.catch(() => false)])
  waiting.abort()
  if (waited !== true || sender.receivedBytes() !== before) return
  sender.drop(new ApiError('invalid_state', 'The same chunk is being sent anew.'))
  await ended
}
