import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRecord } from '../../../src/webhooks/record.ts'

const SIGNATURE = 't=1,v1=ab'
const body_b64 = Buffer.from('{}').toString('base64')

describe('a record', () => {
  it('gives back any body as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const b64 = Buffer.from(bytes).toString('base64')
        const { body } = parseRecord(JSON.stringify({ body_b64: b64, headers: [] }))
        expect(body).toEqual(Buffer.from(bytes))
      }),
    )
  })

  it.each([
    [[['X-Service-Signature', SIGNATURE]]],
    [[['x-service-signature', SIGNATURE]]],
    [{ 'X-SERVICE-SIGNATURE': SIGNATURE }],
  ])('has its signature in headers such as %j', (headers) => {
    expect(parseRecord(JSON.stringify({ body_b64, headers })).signature).toBe(SIGNATURE)
  })

  it('may have no signature and no time', () => {
    const record = parseRecord(JSON.stringify({ body_b64 }))
    expect(record).toMatchObject({ signature: undefined, atSeconds: undefined })
  })

  it.each(['received_at', 'sent_at'])('has its time in %s', (name) => {
    const record = { body_b64, [name]: '2023-11-14T22:13:20.900Z' }
    expect(parseRecord(JSON.stringify(record)).atSeconds).toBe(1_700_000_000)
  })

  it.each([
    ['{', /no JSON object/],
    ['[]', /no JSON object/],
    ['{}', /no body_b64/],
    ['{"body_b64":"%%%"}', /no base64/],
    ['{"body_b64":"e30=","headers":["a"]}', /headers/],
    ['{"body_b64":"e30=","headers":{"a":1}}', /headers/],
  ])('is not %s', (line, reason) => {
    expect(() => parseRecord(line)).toThrow(reason)
  })
})
