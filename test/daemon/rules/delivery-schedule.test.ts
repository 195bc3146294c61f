import { describe, expect, it } from 'vitest'
import { isDelivered, nextAttemptMs } from '../../../daemon/rules/delivery-schedule.ts'

const WAITS = [120, 240, 480, 960, 1920]

describe('the delivery schedule', () => {
  it('makes 6 attempts, with waits of 2, 4, 8, 16 and 32 minutes after the end of each', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((made) => nextAttemptMs(made, WAITS, 1000))

    expect(waits).toEqual([121_000, 241_000, 481_000, 961_000, 1_921_000, null])
  })

  it('makes one attempt when there are no waits', () => {
    expect(nextAttemptMs(1, [], 0)).toBeNull()
  })

  it.each([200, 201, 202, 204, 299])('takes %i as delivered', (status) => {
    expect(isDelivered(status)).toBe(true)
  })

  it.each([null, 101, 199, 300, 301, 302, 304, 307, 308, 400, 404, 410, 429, 500, 503])(
    'takes %s as a failed attempt',
    (status) => {
      expect(isDelivered(status)).toBe(false)
    },
  )
})
