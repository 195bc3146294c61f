import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api/errors.ts'
import { JobSlots, NO_ROOM } from '../../../src/transcribe/job-slots.ts'

const refusal = new ApiError(NO_ROOM, 'full', {}, { retryAfterSeconds: 3600 })
const { signal } = new AbortController()

describe('JobSlots', () => {
  it('lets one go on for each job that ended, who has waited longest first', async () => {
    const slots = new JobSlots(() => undefined)
    const went: string[] = []
    const first = slots.untilFree(refusal, signal).then(() => went.push('first'))
    const end = new AbortController()
    const second = slots.untilFree(refusal, end.signal).then(() => went.push('second'))
    slots.freed()
    await first
    expect(went).toEqual(['first'])
    end.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
  })

  it('asks again after the rest of the server, and says once that it waits', async () => {
    let told = 0
    const slots = new JobSlots(() => (told += 1))
    const soon = new ApiError(NO_ROOM, 'full', {}, { retryAfterSeconds: 0 })
    await Promise.all([slots.untilFree(soon, signal), slots.untilFree(soon, signal)])
    expect(told).toBe(1)
  })
})
