import { describe, expect, it } from 'vitest'
import { JobError } from '../../../src/api/errors.ts'
import type { Account } from '../../../src/api/types.ts'
import { UsageError } from '../../../src/errors.ts'
import { envelopeOf } from '../../../src/report.ts'
import { estimate, type Measured, totalOf } from '../../../src/transcribe/estimate.ts'

const account = { minutes: { remaining: 10 }, limits: { max_active_jobs: 2 } } as Account

function input(minutes: number | null, change: Partial<Measured> = {}): Measured {
  const durationSeconds = minutes === null ? null : minutes * 60
  const probe = { durationSeconds, minutesNeeded: minutes, failure: null }
  return { input: 'a.mp3', skipped: false, probe, ...change }
}

function codesOf(measured: Measured[], maxMinutes?: number): string[][] {
  return estimate(measured, { account, maxMinutes }).map(({ problems }) =>
    problems.map((problem) => envelopeOf(problem).error.code),
  )
}

describe('estimate', () => {
  it('takes the minutes in order, and leaves out what does not fit', () => {
    expect(codesOf([input(8), input(3), input(2)])).toEqual([[], ['insufficient_minutes'], []])
  })

  it('names --max-minutes where that is the narrower limit', () => {
    expect(codesOf([input(4), input(4)], 5)).toEqual([[], ['over_max_minutes']])
  })

  it('lets an input of unknown length go as long as minutes are left', () => {
    expect(codesOf([input(10), input(null)])).toEqual([[], ['insufficient_minutes']])
    expect(codesOf([input(9), input(null)])).toEqual([[], []])
  })

  it('spends nothing for what is skipped, unusable or would fail', () => {
    const failure = new JobError('media_too_long', 'six hours')
    const inputs = [
      input(9, { skipped: true }),
      input(null, { error: new UsageError('no such file') }),
      { ...input(360), probe: { ...input(360).probe, failure } },
      input(10),
    ]
    expect(codesOf(inputs)).toEqual([[], ['invalid_request'], ['media_too_long'], []])
    const total = totalOf(estimate(inputs, { account, maxMinutes: undefined }), account)
    expect(total).toMatchObject({ skipped: 1, refused: 2, unknown: 0, minutes_needed: 10 })
  })
})
