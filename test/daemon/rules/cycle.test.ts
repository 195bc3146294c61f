import { describe, expect, it } from 'vitest'
import type { Team } from '../../../daemon/records.ts'
import { inCurrentCycle, nextReset } from '../../../daemon/rules/cycle.ts'

const team = (began: string, resetsAt: string | null): Team => ({
  id: 'team_1',
  name: 'Test',
  user_id: 'user_1',
  plan: resetsAt === null ? null : { id: 'plan', name: 'Plan' },
  minutes: { cycle: 2, topup: 5, per_cycle: 100, resets_at: resetsAt },
  limits: { requests_per_minute: 1, max_active_jobs: 1, max_file_bytes: 1 },
  signing_secret: 'whsec_x',
  created_at: began,
})

describe('the cycle of minutes', () => {
  it('ends on the day of the month that it began on, or on the last day there is', () => {
    const began = '2026-01-31T12:00:00.000Z'
    const february = nextReset(began, began)

    expect(february).toBe('2026-02-28T12:00:00.000Z')
    expect(nextReset(began, february)).toBe('2026-03-31T12:00:00.000Z')
    expect(nextReset(began, '2026-12-31T12:00:00.000Z')).toBe('2027-01-31T12:00:00.000Z')
  })

  it('stays as it is until it ends', () => {
    const current = team('2026-01-10T00:00:00.000Z', '2026-02-10T00:00:00.000Z')

    expect(inCurrentCycle(current, Date.parse('2026-02-09T23:59:59.999Z'))).toBe(current)
  })

  it('begins anew with its minutes when it has ended; the top-up stays', () => {
    const current = team('2026-01-10T00:00:00.000Z', '2026-02-10T00:00:00.000Z')
    const { minutes } = inCurrentCycle(current, Date.parse('2026-05-01T00:00:00.000Z'))

    expect(minutes).toEqual({
      cycle: 100,
      topup: 5,
      per_cycle: 100,
      resets_at: '2026-05-10T00:00:00.000Z',
    })
  })

  it('never ends without a plan', () => {
    const planless = team('2026-01-10T00:00:00.000Z', null)

    expect(inCurrentCycle(planless, Date.parse('2030-01-01T00:00:00.000Z'))).toBe(planless)
  })
})
