// The pieces of one job that are on their way through the recognisers. Their words come back in any
// order and leave here in that of the media; how many pieces may be out at once is bounded, which
// bounds everybody's memory and how far the lead runs ahead.
import type { Recognition } from './engines/engine.ts'

export interface Returns {
  /**
   * Waits until another piece may go out; resolves with its index.
   *
   * @param use gets the piece's words, after those of all pieces before it
   * @throws the signal's reason
   */
  expect(use: (recognition: Recognition) => void): Promise<number>
  /** The words of one piece have come. */
  take(index: number, recognition: Recognition): void
  /**
   * Waits until all have come and were used.
   *
   * @throws as `expect`
   */
  settled(): Promise<void>
  /** Pieces of which the words have not been used yet. */
  readonly outstanding: number
}

/** @param most pieces that may be out at once */
export function createReturns(most: number, signal: AbortSignal): Returns {
  const uses = new Map<number, (recognition: Recognition) => void>()
  const early = new Map<number, Recognition>()
  let sent = 0
  let used = 0
  let wake = () => {}

  async function until(isSo: () => boolean): Promise<void> {
    signal.throwIfAborted()
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        wake = resolve
        signal.addEventListener('abort', wake, { once: true })
      })
      signal.removeEventListener('abort', wake)
      signal.throwIfAborted()
    }
  }

  return {
    get outstanding() {
      return sent - used
    },
    async expect(use) {
      await until(() => sent - used < most)
      uses.set(sent, use)
      sent += 1
      return sent - 1
    },
    take(index, recognition) {
      early.set(index, recognition)
      for (let next = early.get(used); next !== undefined; next = early.get(used)) {
        uses.get(used)?.(next)
        uses.delete(used)
        early.delete(used)
        used += 1
      }
      wake()
    },
    settled: () => until(() => sent === used),
  }
}
