// A time limit over work that may itself know none. The limit holds even when the work does not
// react to its signal; what the work does afterwards is nobody's concern any more.

export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

/**
 * Runs `work`, which is to stop when its signal aborts: the time has passed, or `parent` aborted.
 *
 * @throws DeadlinePassed, or the parent's reason
 */
export async function withDeadline<T>(
  ms: number,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted()
  const own = new AbortController()
  const passOn = () => own.abort(parent.reason)
  const timer = setTimeout(() => own.abort(new DeadlinePassed(`not done in ${ms} ms`)), ms)
  parent.addEventListener('abort', passOn)
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      own.signal.addEventListener('abort', () => reject(own.signal.reason))
    })
    return await Promise.race([work(own.signal), stopped])
  } finally {
    clearTimeout(timer)
    parent.removeEventListener('abort', passOn)
  }
}
