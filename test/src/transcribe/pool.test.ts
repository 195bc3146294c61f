import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { runPool } from '../../../src/transcribe/pool.ts'

describe('runPool', () => {
  it('never runs more than its lanes, and starts in order', async () => {
    const started: number[] = []
    let running = 0
    let most = 0
    const work = async (item: number) => {
      started.push(item)
      running += 1
      most = Math.max(most, running)
      await setImmediate()
      running -= 1
    }
    await Promise.all(runPool([1, 2, 3, 4, 5], 2, work))
    expect(started).toEqual([1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('tells every outcome, whatever failed before', async () => {
    const work = async (item: string) => {
      if (item === 'bad') throw new Error('no')
      return item.toUpperCase()
    }
    const outcomes = await Promise.all(runPool(['bad', 'good'], 1, work))
    expect(outcomes).toMatchObject([{ ok: false }, { ok: true, value: 'GOOD' }])
  })
})
