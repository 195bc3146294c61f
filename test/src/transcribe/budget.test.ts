import { describe, expect, it } from 'vitest'
import { TooFewMinutes } from '../../../src/errors.ts'
import { Budget } from '../../../src/transcribe/budget.ts'

const needs = (minutes: number | null) => async () => minutes

describe('Budget', () => {
  it('allows what fits, in the order of asking, however long measuring takes', async () => {
    const budget = new Budget(5)
    const slow = budget.allow(() => new Promise((resolve) => setImmediate(resolve, 4)))
    const quick = budget.allow(needs(3))
    await slow
    await expect(quick).rejects.toThrow(TooFewMinutes)
    await expect(budget.allow(needs(1))).resolves.toBeDefined()
  })

  it('takes back what was not charged, and counts what was charged beyond', async () => {
    const budget = new Budget(5)
    const [failed, longer] = [await budget.allow(needs(2)), await budget.allow(needs(3))]
    failed.settle(0)
    longer.settle(4)
    await expect(budget.allow(needs(2))).rejects.toThrow('leaves 1')
    await budget.allow(needs(1))
  })

  it('keeps what was set aside where the charge is not known', async () => {
    const budget = new Budget(2)
    ;(await budget.allow(needs(2))).settle(null)
    await expect(budget.allow(needs(1))).rejects.toThrow('leaves 0')
  })

  it('holds the others up for one of unknown length', async () => {
    const budget = new Budget(3)
    const unknown = await budget.allow(needs(null))
    let settled = false
    const next = budget.allow(needs(2)).finally(() => {
      settled = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)
    unknown.settle(1)
    await expect(next).resolves.toBeDefined()
  })

  it('allows nothing more when nobody knows what one of unknown length has cost', async () => {
    const budget = new Budget(100)
    ;(await budget.allow(needs(null))).settle(null)
    await expect(budget.allow(needs(1))).rejects.toThrow('leaves maybe nothing')
  })
})
