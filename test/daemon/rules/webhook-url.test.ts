import { describe, expect, it } from 'vitest'
import { parseWebhookUrl } from '../../../daemon/rules/webhook-url.ts'

const hostOf = (raw: string, allowHttp = false) => parseWebhookUrl(raw, allowHttp).host

describe('a webhook URL', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['https://example.com:8443/hooks?team=1#part', 'example.com'],
    ['HTTPS://EXAMPLE.com/', 'example.com'],
    ['https://example.com./hook', 'example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://8.8.8.8/hook', '8.8.8.8'],
    ['https://[2606:4700::1111]/hook', '2606:4700::1111'],
    ['https://example.com/a@b', 'example.com'],
  ])('may be %s', (raw, host) => {
    expect(hostOf(raw)).toBe(host)
  })

  it.each([
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://0177.0.0.0x1/',
    'https://127.0.0.1。/',
    'https://①②⑦.⓪.⓪.①/',
    'https://%31%32%37.0.0.1/',
  ])('of %s has the host 127.0.0.1, however it is written', (raw) => {
    expect(hostOf(raw)).toBe('127.0.0.1')
  })

  it.each([
    ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['https://[0:0:0:0:0:0:0:1]/', '::1'],
    ['https://[64:ff9b::10.0.0.1]/', '64:ff9b::a00:1'],
  ])('of %s has the literal address without brackets', (raw, host) => {
    expect(hostOf(raw)).toBe(host)
  })

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'example.com/hook',
    '//example.com/hook',
    'https:example.com',
    'https:/example.com',
    'https:///example.com',
    'https://',
    'https://?x',
  ])('must be https with a host: not %s', (raw) => {
    expect(() => hostOf(raw)).toThrow('must be an https URL')
  })

  it.each([
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://example.com@127.0.0.1/',
    'https://example.com:443@127.0.0.1/',
  ])('must not contain a user name or password: not %s', (raw) => {
    expect(() => hostOf(raw)).toThrow('user name or password')
  })

  it.each([
    ' https://example.com/',
    'https://example.com/ ',
    'https://exam\tple.com/',
    'https://example.com/\r\nX-Evil: 1',
    'https://example.com\\@127.0.0.1/',
    'https:\\\\example.com\\hook',
    'https://example.com/a b',
    'https://example.com/\u0000',
    'https://example.com/\u2028',
  ])('must not contain what parsers mend: not %j', (raw) => {
    expect(() => hostOf(raw)).toThrow('spaces, control characters or backslashes')
  })

  it.each([
    'https://example..com/',
    'https://example.com../',
    'https://./',
    'https://.example.com/',
    `https://${'a'.repeat(64)}.com/`,
    `https://${'abc.'.repeat(64)}com/`,
  ])('must have a valid host name: not %s', (raw) => {
    expect(() => hostOf(raw)).toThrow('has no valid host name')
  })

  it.each([
    'https://256.0.0.1/',
    'https://1.2.3.4.5/',
    'https://0x1ffffffff/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://exa%00mple.com/',
    'https://127.0.0.1%2f.example.com/',
    'https://example.com:99999/',
    'https://a<b.com/',
  ])('must be a URL: not %s', (raw) => {
    expect(() => hostOf(raw)).toThrow('is not a valid URL')
  })

  it('may be plain http where that is allowed, and nothing else', () => {
    expect(hostOf('http://localhost:3000/hook', true)).toBe('localhost')
    expect(() => hostOf('ftp://localhost/', true)).toThrow('must be an http or https URL')
  })

  it('is refused as invalid_request that names the field', () => {
    expect(() => hostOf('http://example.com/')).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        status: 422,
        details: { params: { webhook_url: 'must be an https URL' } },
      }),
    )
  })
})
