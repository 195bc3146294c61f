// A queue that is fair to its members rather than to their items: next comes an item of whoever was
// served least. What a member was served is counted in the items' costs, and one that was away
// comes back level with the others, so nobody saves up turns and nobody pays for work done while
// the others were away (start-time fair queueing). Pure bookkeeping.

export interface Member<Item> {
  put(item: Item, cost: number): void
  /** For an item that was taken and must be done again: before all others of this member. */
  putBack(item: Item): void
  /** Takes all its items out. */
  clear(): Item[]
}

export interface FairQueue<Item> {
  join(): Member<Item>
  /** The item whose turn it is; undefined when there is none. */
  next(): Item | undefined
  /** Items waiting. */
  readonly size: number
}

interface Line<Item> {
  /** What this member was served so far; only differences between members mean anything. */
  served: number
  waiting: { item: Item; cost: number }[]
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** The members that have items. */
  const lines = new Set<Line<Item>>()
  /** Where the member that was served last stood. */
  let level = 0

  function enter(line: Line<Item>): void {
    if (lines.has(line)) return
    line.served = Math.max(line.served, level)
    lines.add(line)
  }

  return {
    get size() {
      return [...lines].reduce((sum, { waiting }) => sum + waiting.length, 0)
    },
    join() {
      const line: Line<Item> = { served: 0, waiting: [] }
      return {
        put(item, cost) {
          enter(line)
          line.waiting.push({ item, cost })
        },
        putBack(item) {
          enter(line)
          line.waiting.unshift({ item, cost: 0 })
        },
        clear() {
          lines.delete(line)
          return line.waiting.splice(0).map(({ item }) => item)
        },
      }
    },
    next() {
      const [first, ...others] = lines
      if (first === undefined) return undefined
      const line = others.reduce(
        (least, other) => (other.served < least.served ? other : least),
        first,
      )
      const taken = line.waiting.shift()
      level = line.served
      line.served += taken?.cost ?? 0
      // To the end of the set: of members that stand level, the one served longest ago is next.
      lines.delete(line)
      if (line.waiting.length > 0) lines.add(line)
      return taken?.item
    },
  }
}
