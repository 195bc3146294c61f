import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api/errors.ts'
import { ConnectionFailed } from '../../../src/client/connection.ts'
import {
  RECONNECTS,
  RETRIES,
  retriesFor,
  retryAfterSeconds,
  retryWaitMs,
} from '../../../src/client/retry.ts'
import { ServerUnreachable } from '../../../src/errors.ts'

const limited = new ApiError('rate_limited', 'slow down', {}, { retryAfterSeconds: 7 })
const broken = new ApiError('internal_error', 'oops')
const failed = (code: string) =>
  new ConnectionFailed('http://x', Object.assign(new Error('x'), { code }))
const lost = failed('ECONNRESET')
const refused = failed('ECONNREFUSED')
const usual = { reached: true, repeatable: true, maxRetries: undefined }

describe('retriesFor', () => {
  it('repeats what the server calls retryable', () => {
    expect(retriesFor(limited, { ...usual, reached: false })).toBe(RETRIES)
    expect(retriesFor(broken, usual)).toBe(RETRIES)
  })

  it('does not repeat anything else that the server refused', () => {
    expect(retriesFor(new ApiError('not_found', 'no'), usual)).toBe(0)
    expect(retriesFor(new ServerUnreachable('a web page'), usual)).toBe(0)
  })

  it('holds on to a server that was there before', () => {
    expect(retriesFor(lost, usual)).toBe(RECONNECTS)
    expect(retriesFor(refused, usual)).toBe(RECONNECTS)
  })

  it('takes an address where nobody was ever reached for a wrong one', () => {
    expect(retriesFor(refused, { ...usual, reached: false })).toBe(0)
    expect(retriesFor(lost, { ...usual, reached: false })).toBe(RETRIES)
  })

  it('repeats what must not be done twice only when it was certainly not done', () => {
    const once = { ...usual, repeatable: false }
    expect(retriesFor(lost, once)).toBe(0)
    expect(retriesFor(broken, once)).toBe(0)
    expect(retriesFor(refused, once)).toBe(RECONNECTS)
    expect(retriesFor(limited, once)).toBe(RETRIES)
  })

  it('lets --max-retries decide', () => {
    expect(retriesFor(broken, { ...usual, maxRetries: 0 })).toBe(0)
    expect(retriesFor(lost, { ...usual, maxRetries: 40 })).toBe(40)
    expect(retriesFor(new ApiError('not_found', 'no'), { ...usual, maxRetries: 9 })).toBe(0)
  })

  it('never repeats a bug', () => {
    expect(retriesFor(new TypeError('x'), usual)).toBe(0)
  })

  it('does not wait for hours because a server asks for it', () => {
    const later = new ApiError('rate_limited', 'tomorrow', {}, { retryAfterSeconds: 86_400 })
    expect(retriesFor(later, usual)).toBe(0)
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

  it('lasts for more than a minute after a lost connection, however chance falls', () => {
    const waits = Array.from({ length: RECONNECTS }, (_, index) => retryWaitMs(lost, index + 1, 0))
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(60_000)
  })
})

describe('retryAfterSeconds', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')

  it.each([
    ['7', 7],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Thu, 01 Jan 2015 00:00:30 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
})
