// Runs a few things at a time and keeps every outcome, so that one failure stops nothing else.

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

/**
 * Starts `work` for each item in order, at most `lanes` at once.
 *
 * @returns one promise an item, in order; none of them rejects
 */
export function runPool<I, T>(
  items: I[],
  lanes: number,
  work: (item: I) => Promise<T>,
): Promise<Outcome<T>>[] {
  let free = lanes
  const waiting: (() => void)[] = []
  const lane = async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return items.map(async (item): Promise<Outcome<T>> => {
    await lane()
    try {
      return { ok: true, value: await work(item) }
    } catch (error) {
      return { ok: false, error }
    } finally {
      leave()
    }
  })
}
