import { describe, expect, it } from 'vitest'
import { teamChangesOf, teamInputOf } from '../../../../src/commands/admin/team-input.ts'
import { UsageError } from '../../../../src/errors.ts'

describe('teamInputOf', () => {
  it('sends nothing that was not given', () => {
    expect(teamInputOf({ json: true, dataDir: '/d', autostart: true })).toEqual({})
  })

  it('takes every flag', () => {
    const flags = {
      ...{ name: 'A', email: 'a@b.c', unverified: true, plan: false },
      ...{ minutes: '0', topupMinutes: '2', requestsPerMinute: '3' },
      ...{ maxActiveJobs: '0', maxFileBytes: '5' },
    }
    expect(teamInputOf(flags)).toEqual({
      ...{ name: 'A', email: 'a@b.c', verified: false, plan: false },
      ...{ minutes: 0, topup_minutes: 2, requests_per_minute: 3 },
      ...{ max_active_jobs: 0, max_file_bytes: 5 },
    })
    expect(teamInputOf({ verified: true, plan: true })).toEqual({ verified: true, plan: true })
  })

  it.each([
    [{ topupMinutes: '-1' }, '--topup-minutes takes'],
    [{ requestsPerMinute: '0' }, '--requests-per-minute takes'],
    [{ maxFileBytes: '1e9' }, '--max-file-bytes takes'],
    [{ name: ' ' }, '--name must not be empty'],
  ])('refuses %j, naming the flag', (flags, message) => {
    expect(() => teamInputOf(flags)).toThrow(UsageError)
    expect(() => teamInputOf(flags)).toThrow(message)
  })
})

describe('teamChangesOf', () => {
  it('refuses an update that changes nothing', () => {
    expect(() => teamChangesOf({ json: true })).toThrow(UsageError)
  })
})
