// Who may work now: at most so many at once, the others in the order in which they came.

export interface Turns {
  /**
   * Resolves, when it is the caller's turn, with what gives the turn back (call it once).
   *
   * @throws the signal's reason
   */
  take(signal: AbortSignal): Promise<() => void>
}

export function createTurns(count: number): Turns {
  let free = count
  const waiting: (() => void)[] = []
  const giveBack = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    async take(signal) {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return giveBack
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal.reason)
        }
        const enter = () => {
          signal.removeEventListener('abort', leave)
          resolve(giveBack)
        }
        waiting.push(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}

/** Does the work when it is its turn, and gives the turn back whatever comes of it. */
export async function inTurn<T>(
  turns: Turns,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = await turns.take(signal)
  try {
    return await work()
  } finally {
    giveBack()
  }
}
