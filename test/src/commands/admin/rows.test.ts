import { describe, expect, it } from 'vitest'
import type { CredentialView, Delivery } from '../../../../src/api/local.ts'
import { credentialRow } from '../../../../src/commands/admin/credentials.ts'
import { deliveryRow } from '../../../../src/commands/admin/deliveries.ts'

const MADE = '2026-01-02T03:04:05.000Z'

describe('the row of a credential', () => {
  const token: CredentialView = {
    ...{ id: 'tok_1', kind: 'token', team_id: 'team_1', name: null, scopes: ['a', 'b'] },
    ...{ created_at: MADE, expires_at: null, revoked_at: null },
  }
  const stateOf = (dates: Partial<CredentialView>) =>
    credentialRow({ ...token, ...dates }, Date.parse(MADE) + 1000)[2]

  it('has a dash for what it lacks', () => {
    const row = ['tok_1', 'token', 'active', 'team_1', '-', 'a,b', MADE, '-']
    expect(credentialRow(token, 0)).toEqual(row)
  })

  it('says expired from that very moment, and revoked whatever else holds', () => {
    expect(stateOf({ expires_at: '2026-01-02T03:04:06.001Z' })).toBe('active')
    expect(stateOf({ expires_at: '2026-01-02T03:04:06.000Z' })).toBe('expired')
    expect(stateOf({ expires_at: MADE, revoked_at: MADE })).toBe('revoked')
  })
})

describe('the row of a delivery', () => {
  const delivery: Delivery = {
    ...{ id: 'dlv_1', object: 'delivery', transcription_id: 'tr_1', url: 'http://a.test/' },
    ...{ type: 'transcription.completed', status: 'pending', created_at: MADE },
    ...{ next_attempt_at: MADE, attempts: [] },
  }
  const lastOf = (...attempts: Partial<Delivery['attempts'][number]>[]) =>
    deliveryRow({
      ...delivery,
      attempts: attempts.map((last) => ({
        ...{ at: MADE, status: null, error: null, duration_ms: 1, ...last },
      })),
    })[5]

  it('tells the latest outcome: the status, or why there was none', () => {
    expect(lastOf()).toBe('-')
    expect(lastOf({ error: 'no answer' }, { status: 500, error: 'answered 500' })).toBe('500')
    expect(lastOf({ status: 500 }, { error: 'no answer within 10 seconds' })).toBe(
      'no answer within 10 seconds',
    )
  })
})
