import { expect, it } from 'vitest'
import { RETRY_WAITS, retryWaitMs } from '../../../daemon/rules/retry-waits.ts'

it('a site that is asked too often is left alone for longer, and nothing is tried a fourth time', () => {
  const waits = (trouble: 'passing' | 'asked_too_often') =>
    [1, 2, 3].map((attempts) => retryWaitMs(RETRY_WAITS, trouble, attempts))

  expect(waits('passing')).toEqual([1000, 5000, null])
  expect(waits('asked_too_often')).toEqual([30_000, 120_000, null])
})
