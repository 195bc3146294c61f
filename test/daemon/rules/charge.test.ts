import { describe, expect, it } from 'vitest'
import { minutesFor, splitCharge, usableMinutes } from '../../../daemon/rules/charge.ts'

describe('minutes', () => {
  it.each([
    [0.4, 1],
    [60, 1],
    [60.001, 2],
    [119.9, 2],
    [18_000, 300],
  ])('%d seconds cost %d minutes: rounded up, at least one', (seconds, minutes) => {
    expect(minutesFor(seconds)).toBe(minutes)
  })

  it('takes the cycle before the top-up', () => {
    expect(splitCharge({ cycle: 3, topup: 10 }, true, 5)).toEqual({ cycle: 3, topup: 2 })
    expect(splitCharge({ cycle: 9, topup: 10 }, true, 5)).toEqual({ cycle: 5, topup: 0 })
  })

  it('cannot use top-up minutes without a plan', () => {
    expect(usableMinutes({ cycle: 3, topup: 10 }, false)).toBe(3)
    expect(splitCharge({ cycle: 3, topup: 10 }, false, 5)).toBeNull()
  })
})
