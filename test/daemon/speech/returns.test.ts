import { describe, expect, it } from 'vitest'
import type { Recognition } from '../../../daemon/speech/engines/engine.ts'
import { createReturns } from '../../../daemon/speech/returns.ts'

const heard = (text: string): Recognition => ({
  ...{ text, words: [], meanLogProbability: null, language: 'en' },
})
const never = new AbortController().signal

describe('the pieces that are out', () => {
  it('come back in the order of the media, whichever is recognised first', async () => {
    const returns = createReturns(3, never)
    const texts: string[] = []
    for (let piece = 0; piece < 3; piece += 1) await returns.expect(({ text }) => texts.push(text))
    returns.take(2, heard('third'))
    returns.take(0, heard('first'))
    expect([texts, returns.outstanding]).toEqual([['first'], 2])
    returns.take(1, heard('second'))
    expect([texts, returns.outstanding]).toEqual([['first', 'second', 'third'], 0])
    await returns.settled()
  })

  it('are never more than allowed, counted from the first that is missing', async () => {
    const returns = createReturns(2, never)
    expect(await returns.expect(() => {})).toBe(0)
    expect(await returns.expect(() => {})).toBe(1)
    let third: number | null = null
    const waiting = returns
      .expect(() => {})
      .then((index) => {
        third = index
      })
    returns.take(1, heard('second'))
    await new Promise(setImmediate)
    expect(third).toBeNull()
    returns.take(0, heard('first'))
    await waiting
    expect(third).toBe(2)
  })

  it('are not waited for once the job is canceled', async () => {
    const canceler = new AbortController()
    const returns = createReturns(1, canceler.signal)
    await returns.expect(() => {})
    const waiting = [returns.expect(() => {}), returns.settled()]
    canceler.abort(new Error('canceled'))
    for (const wait of waiting) await expect(wait).rejects.toThrow('canceled')
  })
})
