import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api/errors.ts'
import { MAX_ATTEMPTS, mayRetry, retryWaitMs } from '../../../src/client/retry.ts'
import { ServerUnreachable } from '../../../src/errors.ts'

const limited = new ApiError('rate_limited', 'slow down', {}, { retryAfterSeconds: 7 })
const broken = new ApiError('internal_error', 'oops')
const lost = new ServerUnreachable('the connection was lost')

describe('mayRetry', () => {
  it('repeats what the server calls retryable', () => {
    expect(mayRetry(limited, 1, false)).toBe(true)
    expect(mayRetry(broken, 1, false)).toBe(true)
  })

  it('does not repeat anything else that the server refused', () => {
    expect(mayRetry(new ApiError('not_found', 'no'), 1, true)).toBe(false)
  })

  it('repeats after a lost connection only when the server was there before', () => {
    expect(mayRetry(lost, 1, true)).toBe(true)
    expect(mayRetry(lost, 1, false)).toBe(false)
  })

  it('never repeats a bug', () => {
    expect(mayRetry(new TypeError('x'), 1, true)).toBe(false)
  })

  it('gives up in the end', () => {
    expect(mayRetry(broken, MAX_ATTEMPTS, true)).toBe(false)
  })
})

describe('retryWaitMs', () => {
  it('is what the server asks for', () => {
    expect(retryWaitMs(limited, 1, 0.5)).toBe(7000)
  })

  it('doubles from half a second, with chance, up to a limit', () => {
    expect(retryWaitMs(broken, 1, 1)).toBe(500)
    expect(retryWaitMs(broken, 1, 0)).toBe(250)
    expect(retryWaitMs(broken, 3, 1)).toBe(2000)
    expect(retryWaitMs(broken, 30, 1)).toBe(20_000)
  })
})
