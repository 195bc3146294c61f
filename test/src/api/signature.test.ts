import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseSignatureHeader,
  type SignedDelivery,
  signatureHeader,
  verifySignature,
} from '../../../src/api/signature.ts'

const SECRET = 'whsec_test'
const BODY = '{"type":"transcription.completed"}'
const T = 1_700_000_000
/** By `openssl dgst -sha256 -hmac whsec_test` over `1700000000.<BODY>`. */
const DIGEST = '6bb476d4855c425ae6d5f97ff33700962b5648299d72afe81db5467ed4694281'
const HEADER = `t=${T},v1=${DIGEST}`

const verify = (changes: Partial<SignedDelivery> = {}) =>
  verifySignature({ secret: SECRET, body: BODY, header: HEADER, nowSeconds: T, ...changes })

describe('the signature', () => {
  it('is the time and the hex HMAC-SHA256 of "<t>.<body>" under the whole secret', () => {
    expect(signatureHeader(SECRET, BODY, T)).toBe(HEADER)
  })

  it('is over bytes: text and its UTF-8 bytes are signed alike, and any bytes can be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), (text, bytes) => {
        const ofText = signatureHeader(SECRET, text, T)
        expect(signatureHeader(SECRET, Buffer.from(text), T)).toBe(ofText)
        const header = signatureHeader(SECRET, bytes, T)
        expect(verify({ body: bytes, header })).toBeNull()
      }),
    )
  })

  it('verifies a genuine delivery', () => {
    expect(verify()).toBeNull()
  })

  it.each([-300, 300])('verifies at %i seconds from now', (seconds) => {
    expect(verify({ nowSeconds: T + seconds })).toBeNull()
  })

  it.each([-301, 301, 86_400])('refuses one of %i seconds from now: replayed', (seconds) => {
    expect(verify({ nowSeconds: T + seconds })).toBe('timestamp_outside_tolerance')
  })

  it('takes another tolerance', () => {
    expect(verify({ nowSeconds: T + 301, toleranceSeconds: 301 })).toBeNull()
    expect(verify({ nowSeconds: T + 2, toleranceSeconds: 1 })).toBe('timestamp_outside_tolerance')
  })

  it('matches any of several v1, and passes over schemes it does not know', () => {
    const other = createHmac('sha256', 'whsec_old').update(`${T}.${BODY}`).digest('hex')

    expect(verify({ header: `t=${T},v1=${other},v1=${DIGEST},v0=abc` })).toBeNull()
  })

  it.each<[string, Partial<SignedDelivery>]>([
    ['a changed body', { body: `${BODY}\n` }],
    ['another secret', { secret: 'whsec_other' }],
    ['the secret without its prefix', { secret: 'test' }],
    ['another time', { header: `t=${T + 1},v1=${DIGEST}` }],
    ['the digest in capitals', { header: `t=${T},v1=${DIGEST.toUpperCase()}` }],
    ['part of the digest', { header: `t=${T},v1=${DIGEST.slice(0, 32)}` }],
    ['the digest under another scheme', { header: `t=${T},v1=0,v0=${DIGEST}` }],
  ])('does not match %s', (_what, changes) => {
    expect(verify(changes)).toBe('no_matching_signature')
  })

  it('says that a forged old one does not match, not that it is old', () => {
    expect(verify({ secret: 'whsec_other', nowSeconds: T + 999 })).toBe('no_matching_signature')
  })

  it.each([
    undefined,
    '',
    DIGEST,
    `t=${T}`,
    `v1=${DIGEST}`,
    `t=,v1=${DIGEST}`,
    `t=now,v1=${DIGEST}`,
    `t=-5,v1=${DIGEST}`,
    `t=1e9,v1=${DIGEST}`,
    `t=${T},t=${T + 1},v1=${DIGEST}`,
    `T=${T},V1=${DIGEST}`,
    `t=${T};v1=${DIGEST}`,
  ])('calls %j malformed', (header) => {
    expect(verify({ header })).toBe('malformed_header')
  })

  it('is read back as time and digests', () => {
    expect(parseSignatureHeader(`t=${T}, v1=a, v1=b`)).toEqual({
      timestamp: T,
      digests: ['a', 'b'],
    })
  })
})
