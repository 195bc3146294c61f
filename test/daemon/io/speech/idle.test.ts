import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdle } from '../../../../daemon/io/speech/idle.ts'

describe('children that wait for work', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open() {
    const ended: string[] = []
    return { ended, idle: createIdle<string>(300, (child) => ended.push(child)) }
  }

  it('are ended when they have waited for so long, and cannot be taken any more', () => {
    const { ended, idle } = open()
    idle.put('a')
    vi.advanceTimersByTime(299_000)
    expect([ended, idle.size]).toEqual([[], 1])
    vi.advanceTimersByTime(1000)
    expect([ended, idle.size, idle.take()]).toEqual([['a'], 0, undefined])
  })

  it('are not ended while they work, and wait anew after it', () => {
    const { ended, idle } = open()
    idle.put('a')
    vi.advanceTimersByTime(200_000)
    expect(idle.take()).toBe('a')
    vi.advanceTimersByTime(200_000)
    idle.put('a')
    vi.advanceTimersByTime(200_000)
    expect(ended).toEqual([])
  })

  it('give the work to the one that was busy last, so that those not needed are ended', () => {
    const { ended, idle } = open()
    idle.put('a')
    idle.put('b')
    for (let minute = 0; minute < 6; minute += 1) {
      vi.advanceTimersByTime(60_000)
      idle.put(idle.take() ?? '')
    }
    expect([ended, idle.take()]).toEqual([['a'], 'b'])
  })

  it('are forgotten when they are gone', () => {
    const { ended, idle } = open()
    idle.put('a')
    idle.remove('a')
    vi.advanceTimersByTime(300_000)
    expect([ended, idle.size]).toEqual([[], 0])
  })
})
