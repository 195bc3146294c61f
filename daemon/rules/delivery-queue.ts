// Which webhook is attempted next. A receiver that is slow or dead must not hold up the others,
// nor a team with ten thousand events the team with one: a host gets few attempts at a time, and
// a free place goes to the team with the fewest under way, among its events to the longest due.
// Knows no clock and starts nothing; what it holds is only a view of the stored rows.

export interface QueuedDelivery {
  id: string
  teamId: string
  host: string
  /** Unix ms. */
  dueMs: number
}

export interface QueueLimits {
  /** Attempts at the same time, and of these to one host. */
  total: number
  perHost: number
}

export class DeliveryQueue {
  readonly #limits: QueueLimits
  /** Waiting deliveries of one team to one host, soonest first. */
  readonly #lines = new Map<string, QueuedDelivery[]>()
  readonly #lineOf = new Map<string, string>()
  readonly #running = new Map<string, QueuedDelivery>()

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Waiting and under way. */
  get size(): number {
    return this.#lineOf.size + this.#running.size
  }

  /** Adds a delivery or gives it a new time; one that is under way stays as it is. */
  add(delivery: QueuedDelivery): void {
    if (this.#running.has(delivery.id)) return
    this.#remove(delivery.id)
    const name = JSON.stringify([delivery.teamId, delivery.host])
    const line = this.#lines.get(name) ?? []
    const after = line.findLastIndex((other) => other.dueMs <= delivery.dueMs)
    line.splice(after + 1, 0, delivery)
    this.#lines.set(name, line)
    this.#lineOf.set(delivery.id, name)
  }

  /** The delivery to attempt now, which counts as under way until `release`; null when none may. */
  take(nowMs: number): QueuedDelivery | null {
    if (this.#running.size >= this.#limits.total) return null
    const teams = this.#countRunning((delivery) => delivery.teamId)
    const busy = (delivery: QueuedDelivery) => teams.get(delivery.teamId) ?? 0
    const [next] = this.#heads()
      .filter((head) => head.dueMs <= nowMs)
      .sort((a, b) => busy(a) - busy(b) || a.dueMs - b.dueMs)
    if (next === undefined) return null
    this.#remove(next.id)
    this.#running.set(next.id, next)
    return next
  }

  release(id: string): void {
    this.#running.delete(id)
  }

  /** When `take` next has something without a release, Unix ms; null when only a release helps. */
  nextDueMs(): number | null {
    if (this.#running.size >= this.#limits.total) return null
    const soonest = Math.min(...this.#heads().map((head) => head.dueMs))
    return Number.isFinite(soonest) ? soonest : null
  }

  /** The first of every line whose host has room. */
  #heads(): QueuedDelivery[] {
    const hosts = this.#countRunning((delivery) => delivery.host)
    const firsts = [...this.#lines.values()].flatMap((line) => line.slice(0, 1))
    return firsts.filter(({ host }) => (hosts.get(host) ?? 0) < this.#limits.perHost)
  }

  #remove(id: string): void {
    const name = this.#lineOf.get(id)
    if (name === undefined) return
    this.#lineOf.delete(id)
    const left = (this.#lines.get(name) ?? []).filter((delivery) => delivery.id !== id)
    if (left.length > 0) this.#lines.set(name, left)
    else this.#lines.delete(name)
  }

  #countRunning(key: (delivery: QueuedDelivery) => string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const delivery of this.#running.values()) {
      counts.set(key(delivery), (counts.get(key(delivery)) ?? 0) + 1)
    }
    return counts
  }
}
