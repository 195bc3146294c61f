// Children that wait for work. A loaded model is worth keeping for the next job, but not for ever:
// recognisers and leads hold hundreds of megabytes each. So who is idle for too long is ended, and
// started again when there is work; the one that was busy last goes first, so that what a lull
// does not need has its rest.

export interface Idle<Child> {
  put(child: Child): void
  /** The child that became idle last; undefined when there is none. */
  take(): Child | undefined
  /** For one that is gone. */
  remove(child: Child): void
  readonly size: number
}

/**
 * @param idleSeconds so long a child may wait
 * @param end ends one that has waited for so long, and that nobody can take any more
 */
export function createIdle<Child>(idleSeconds: number, end: (child: Child) => void): Idle<Child> {
  const timers = new Map<Child, NodeJS.Timeout>()
  const remove = (child: Child) => {
    clearTimeout(timers.get(child))
    timers.delete(child)
  }
  return {
    get size() {
      return timers.size
    },
    put(child) {
      const expire = () => {
        timers.delete(child)
        end(child)
      }
      timers.set(child, setTimeout(expire, idleSeconds * 1000).unref())
    },
    take() {
      const last = [...timers.keys()].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
    remove,
  }
}
