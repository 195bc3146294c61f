import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../daemon/io/clock.ts'
import type { Team } from '../../../daemon/records.ts'
import { RateLimits } from '../../../daemon/service/rate-limits.ts'

const team = (id: string): Team => ({
  id,
  name: id,
  user_id: 'user_1',
  plan: null,
  minutes: { cycle: 0, topup: 0, per_cycle: 0, resets_at: null },
  limits: { requests_per_minute: 2, max_active_jobs: 1, max_file_bytes: 1 },
  signing_secret: 'whsec_x',
  created_at: '2026-01-01T00:00:00.000Z',
})

describe('requests per minute', () => {
  it('begin anew a minute after the first one; Retry-After says when', () => {
    let now = 1_000_000
    const limits = new RateLimits({ ...systemClock, now: () => now })
    const first = [limits.take(team('a')), limits.take(team('a'))]
    now += 15_500
    const tooMany = limits.take(team('a'))
    now += 44_500
    const anew = limits.take(team('a'))

    expect(first.map((verdict) => verdict.remaining)).toEqual([1, 0])
    expect(tooMany).toEqual({ limit: 2, remaining: 0, retryAfterSeconds: 45 })
    expect(anew).toEqual({ limit: 2, remaining: 1, retryAfterSeconds: null })
  })

  it('are counted for each team by itself', () => {
    const limits = new RateLimits(systemClock)
    for (let n = 0; n < 3; n += 1) limits.take(team('a'))

    expect(limits.take(team('b')).remaining).toBe(1)
  })
})
