import { describe, expect, it } from 'vitest'
import { signatureDigest, signatureHeader } from '../../../src/api/signature.ts'
import type { NotVerified } from '../../../src/errors.ts'
import { exitCodeOf } from '../../../src/exit-codes.ts'
import { envelopeOf } from '../../../src/report.ts'
import { type Judged, judge } from '../../../src/webhooks/judge.ts'

const SECRET = 'whsec_Zq9x'
const BODY = Buffer.from('{"type":"transcription.completed"}')
const T = 1_700_000_000

async function faultOf(changes: Partial<Judged>): Promise<NotVerified> {
  const header = signatureHeader(SECRET, BODY, T)
  const delivery = { secret: SECRET, secretSource: '--secret', body: BODY, header, nowSeconds: T }
  const fault = await judge({ ...delivery, ...changes })
  if (fault === null) throw new Error('it verifies')
  return fault
}

describe('a delivery that does not verify', () => {
  it('is exit code 10 and an envelope with reason, mistakes and hint', async () => {
    const fault = await faultOf({ body: Buffer.from(`${BODY}\n`) })
    expect(exitCodeOf(fault)).toBe(10)
    expect(envelopeOf(fault).error).toEqual({
      code: 'not_verified',
      message: fault.message,
      retryable: false,
      reason: 'no_matching_signature',
      mistakes: ['newline_added'],
      hint: expect.stringContaining('newline'),
    })
  })

  it.each<Partial<Judged>>([
    { body: Buffer.from(`${BODY} `) },
    { body: Buffer.from('{}') },
    { secret: 'whsec_Wv7k' },
    { header: `t=${T},v1=${signatureDigest(SECRET, BODY, T + 60)}` },
    { header: 'v1=5' },
    { nowSeconds: T + 1000 },
  ])('never shows the secret or the right digest: %j', async (changes) => {
    const fault = await faultOf(changes)
    const shown = JSON.stringify(envelopeOf(fault))
    const { secret = SECRET, body = BODY } = changes
    expect(shown).not.toContain(secret.slice('whsec_'.length))
    expect(shown).not.toContain(signatureDigest(secret, body, T).slice(0, 12))
  })

  it('without any explanation: names where the secret came from', async () => {
    const { details, message } = await faultOf({ secret: 'whsec_Wv7k' })
    expect(details.mistakes).toEqual([])
    expect(message).toContain('--secret')
  })

  it('with an empty body: says so', async () => {
    expect((await faultOf({ body: Buffer.alloc(0) })).message).toContain('The body is empty')
  })
})

describe('a time outside the tolerance', () => {
  it.each([
    [T + 412, 'its timestamp is 412 s in the past'],
    [T - 301, 'its timestamp is 301 s in the future'],
    [T + 3000, 'its timestamp is 50 min in the past'],
    [T + 11_000, 'its timestamp is 3 h 3 min in the past'],
    [T + 864_000, 'its timestamp is 10 days in the past'],
  ])('at %i: %s', async (nowSeconds, off) => {
    const { message, details } = await faultOf({ nowSeconds })
    expect(message).toContain(off)
    expect(message).toContain('300 s are allowed')
    expect(details.reason).toBe('timestamp_outside_tolerance')
  })

  it.each([
    ['milliseconds', T * 1000, 'timestamp_in_milliseconds'],
    ['local time', T + 5.5 * 3600, 'timestamp_in_local_time'],
    ['neither', T + 1000, 'clock_off'],
  ])('is told apart: %s', async (_what, time, code) => {
    const header = signatureHeader(SECRET, BODY, time)
    expect((await faultOf({ header })).details.mistakes).toEqual([code])
  })

  it('is mentioned too where the signature does not match', async () => {
    const { message, details } = await faultOf({ secret: 'whsec_Wv7k', nowSeconds: T + 412 })
    expect(details.reason).toBe('no_matching_signature')
    expect(message).toContain('412 s in the past')
  })
})

describe('a malformed header', () => {
  const digest = 'ab'.repeat(32)
  it.each([
    [undefined, 'empty or was not sent'],
    ['', 'empty or was not sent'],
    [`"t=${T},v1=${digest}"`, 'quotes'],
    [`Stripe-Signature: t=${T},v1=${digest}`, 'the name of another header'],
    [digest, 'a digest alone'],
    [`sha256=${digest}`, 'another scheme'],
    [`t=${T};v1=${digest}`, 'semicolon'],
    [`T=${T},V1=${digest}`, 'capitals'],
    [`t = ${T}, v1 = ${digest}`, 'blanks'],
    [`t=${T}.25,v1=${digest}`, 'a fraction'],
    [`t=${T},t=${T},v1=${digest}`, 'two times'],
    [`t=2023-11-14,v1=${digest}`, 'a date'],
    [`v1=${digest}`, 'no t'],
    [`t=${T}`, 'no v1'],
    [`t=soon,v1=${digest}`, 'no number of seconds'],
    [`t=-5,v1=${digest}`, 'no number of seconds'],
    [`t=${'9'.repeat(16)},v1=${digest}`, 'no number of seconds'],
    [`t=${T} v1=${digest}`, 'a blank instead of a comma'],
    [`t=${T},v1=`, 'v1 is empty'],
  ])('%j is told why', async (header, why) => {
    const { message, details } = await faultOf({ header })
    expect(details.reason).toBe('malformed_header')
    expect(message).toContain(why)
  })
})
