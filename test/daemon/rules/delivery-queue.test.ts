import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeliveryQueue, type QueuedDelivery } from '../../../daemon/rules/delivery-queue.ts'

const LIMITS = { total: 4, perHost: 2 }

const delivery = (id: string, dueMs = 0, host = id, teamId = 'team_1'): QueuedDelivery => ({
  ...{ id, dueMs, host, teamId },
})

function queueOf(...deliveries: QueuedDelivery[]): DeliveryQueue {
  const queue = new DeliveryQueue(LIMITS)
  for (const one of deliveries) queue.add(one)
  return queue
}

/** All that may begin at this time. */
function takeAll(queue: DeliveryQueue, nowMs: number): string[] {
  const ids: string[] = []
  for (let next = queue.take(nowMs); next; next = queue.take(nowMs)) ids.push(next.id)
  return ids
}

describe('the delivery queue', () => {
  it('gives what is due, the longest due first', () => {
    const queue = queueOf(
      delivery('c', 30),
      delivery('a', 10),
      delivery('d', 40),
      delivery('b', 20),
    )

    expect(takeAll(queue, 30)).toEqual(['a', 'b', 'c'])
    expect(queue.nextDueMs()).toBe(40)
  })

  it('gives one host two at a time, and others their turn meanwhile', () => {
    const dead = [1, 2, 3].map((n) => delivery(`dead${n}`, n, 'dead.example'))
    const queue = queueOf(...dead, delivery('well', 9))

    expect(takeAll(queue, 10)).toEqual(['dead1', 'dead2', 'well'])
    queue.release('dead1')
    expect(takeAll(queue, 10)).toEqual(['dead3'])
  })

  it('counts a host over all teams', () => {
    const queue = queueOf(
      ...['t1', 't2', 't3'].map((team) => delivery(team, 0, 'one.example', team)),
    )

    expect(takeAll(queue, 0)).toHaveLength(2)
  })

  it('keeps the total, and gives a free place to the team with the fewest under way', () => {
    const many = Array.from({ length: 9 }, (_, n) => delivery(`many${n}`, n, `host${n}`))
    const queue = queueOf(...many, delivery('late', 50, 'late.example', 'team_2'))

    expect(takeAll(queue, 5)).toHaveLength(LIMITS.total)
    expect(queue.nextDueMs()).toBeNull()
    queue.release('many0')
    expect(takeAll(queue, 60)).toEqual(['late'])
  })

  it('gives a delivery at its new time when it was added again', () => {
    const queue = queueOf(delivery('a', 1000), delivery('a', 5))

    expect(takeAll(queue, 5)).toEqual(['a'])
    expect(queue.nextDueMs()).toBeNull()
    expect(queue.size).toBe(1)
  })

  it('never gives out what is under way, even when it was added again', () => {
    const queue = queueOf(delivery('a'))
    queue.take(0)
    queue.add(delivery('a'))

    expect(queue.take(0)).toBeNull()
    queue.release('a')
    expect(queue.size).toBe(0)
  })

  it('gives out everything once, whatever the order and the hosts', () => {
    const some = fc.array(
      fc.record({
        dueMs: fc.nat(50),
        host: fc.constantFrom('x', 'y'),
        teamId: fc.constantFrom('1', '2'),
      }),
    )
    fc.assert(
      fc.property(some, (list) => {
        const queue = queueOf(...list.map((one, n) => ({ ...one, id: String(n) })))
        const given: string[] = []
        for (let taken = takeAll(queue, 50); taken.length > 0; taken = takeAll(queue, 50)) {
          for (const id of taken) queue.release(id)
          given.push(...taken)
        }
        expect(given.sort()).toEqual(list.map((_, n) => String(n)).sort())
        expect(queue.size).toBe(0)
      }),
    )
  })
})
