import { describe, expect, it } from 'vitest'
import { redactHeader, redactJson, redactText, redactUrl } from '../../../src/client/redact.ts'

describe('a trace shows no secret', () => {
  it.each([
    ['authorization', 'Bearer svc_abc123', '***'],
    ['X-Upload-Token', 'anything', '***'],
    ['set-cookie', 'session=1', '***'],
    ['x-service-signature', 't=1,v1=ab', '***'],
    ['x-echo', 'it was svco_abc-12_3', 'it was svco_***'],
    ['idempotency-key', 'talk-1', 'talk-1'],
  ])('in the header %s: %s', (name, value, shown) => {
    expect(redactHeader(name, value)).toBe(shown)
  })

  it('in the answer that makes an upload, a key, a token or a signing secret', () => {
    const shown = redactJson(
      JSON.stringify({
        id: 'tr_1',
        upload: { headers: { 'X-Upload-Token': 'u' }, chunks: [{ index: 0 }] },
        key: 'plain',
        token: 'plain',
        signing_secret: 'plain',
        error: { message: 'svc_abc is unknown' },
      }),
    )
    expect(JSON.parse(shown ?? '')).toEqual({
      id: 'tr_1',
      upload: { headers: { 'X-Upload-Token': '***' }, chunks: [{ index: 0 }] },
      key: '***',
      token: '***',
      signing_secret: '***',
      error: { message: 'svc_*** is unknown' },
    })
  })

  it('in the URL of a webhook', () => {
    const text = JSON.stringify({ webhook_url: 'https://me:pw@example.com/hook?k=1&s=2' })
    expect(redactJson(text)).toBe('{"webhook_url":"https://***@example.com/hook?***"}')
  })

  it('in the URL of a request', () => {
    const url = new URL('https://me:pw@example.com/v1/x?access_token=abc&limit=5&key=k')
    expect(redactUrl(url)).toBe('https://***@example.com/v1/x?access_token=***&limit=5&key=***')
  })

  it('anywhere in a text', () => {
    const text = 'whsec_abc and svc_def at postgres://u:p@h/db'
    expect(redactText(text)).toBe('whsec_*** and svc_*** at postgres://***@h/db')
  })

  it('and knows what is no JSON', () => {
    expect(redactJson('<html>')).toBeNull()
  })
})
