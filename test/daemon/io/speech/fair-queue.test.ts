import { describe, expect, it } from 'vitest'
import { createFairQueue } from '../../../../daemon/io/speech/fair-queue.ts'

function drain(queue: { next(): string | undefined }, count = 100): string {
  const taken: string[] = []
  for (let item = queue.next(); item !== undefined; item = queue.next()) {
    taken.push(item)
    if (taken.length === count) break
  }
  return taken.join('')
}

describe('the fair queue', () => {
  it('keeps the order of each member', () => {
    const queue = createFairQueue<string>()
    const member = queue.join()
    for (const item of 'abc') member.put(item, 1)
    expect(drain(queue)).toBe('abc')
  })

  it('takes turns between members, however many items one has', () => {
    const queue = createFairQueue<string>()
    const [long, short] = [queue.join(), queue.join()]
    for (const item of 'LLLLLL') long.put(item, 1)
    for (const item of 'ss') short.put(item, 1)
    expect(drain(queue)).toBe('LsLsLLLL')
  })

  it('shares by cost, not by count', () => {
    const queue = createFairQueue<string>()
    const [large, small] = [queue.join(), queue.join()]
    for (const item of 'LLL') large.put(item, 3)
    for (const item of 'sssssssss') small.put(item, 1)
    expect(drain(queue, 8)).toBe('LsssLsss')
  })

  it('serves one that comes late next, and does not make up for its absence', () => {
    const queue = createFairQueue<string>()
    const [long, late] = [queue.join(), queue.join()]
    for (const item of 'LLLLLLLL') long.put(item, 1)
    expect(drain(queue, 4)).toBe('LLLL')
    for (const item of 'ssss') late.put(item, 1)
    expect(drain(queue)).toBe('sLsLsLsL')
  })

  it('does not make one that worked alone pay for it', () => {
    const queue = createFairQueue<string>()
    const [alone, other] = [queue.join(), queue.join()]
    for (const item of 'aaaa') alone.put(item, 1)
    drain(queue)
    for (const item of 'oo') other.put(item, 1)
    for (const item of 'aa') alone.put(item, 1)
    expect(drain(queue)).toBe('oaoa')
  })

  it('gives what was put back before the rest of its member, at no further cost', () => {
    const queue = createFairQueue<string>()
    const [first, second] = [queue.join(), queue.join()]
    for (const item of 'ab') first.put(item, 1)
    for (const item of 'xy') second.put(item, 1)
    expect(drain(queue, 2)).toBe('ax')
    first.putBack('a')
    expect(drain(queue)).toBe('ayb')
  })

  it('forgets the items of a member that leaves', () => {
    const queue = createFairQueue<string>()
    const [gone, other] = [queue.join(), queue.join()]
    for (const item of 'gg') gone.put(item, 1)
    other.put('o', 1)
    expect(queue.size).toBe(3)
    expect(gone.clear()).toEqual(['g', 'g'])
    expect([queue.size, drain(queue)]).toEqual([1, 'o'])
  })
})
