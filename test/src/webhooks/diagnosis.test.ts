// Each usual mistake is made here by hand, and has to be named.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseSignatureHeader } from '../../../src/api/signature.ts'
import { findMistakes } from '../../../src/webhooks/diagnosis.ts'

const SECRET = 'whsec_c2VjcmV0IG9mIGEgdGVhbQ'
const T = 1_700_000_000
/** As a server writes it: compact, with what writers escape in different ways. */
const EVENT = {
  type: 'transcription.completed',
  created_at: '2023-11-14T22:13:20.000Z',
  data: {
    id: 'tr_1',
    object: 'transcription',
    source: { platform: 'youtube', url: 'https://example.org/?a=1&b=<2>', media_id: 'x' },
    media: { title: 'Café "naïve" – 日本 😀', duration_seconds: 12 },
    billed_minutes: 1,
  },
}
const BODY = JSON.stringify(EVENT)

interface Case {
  received?: string | Buffer
  secret?: string
  /** What the digest was really made of. */
  signed?: { key?: string | Buffer; prefix?: string; body?: string | Buffer }
  header?: (digest: string) => string
}

function codesOf({ received = BODY, secret = SECRET, signed = {}, header }: Case): string[] {
  const { key = SECRET, prefix = `${T}.`, body = BODY } = signed
  const digest = createHmac('sha256', key).update(prefix).update(body).digest('hex')
  const signature = parseSignatureHeader(header?.(digest) ?? `t=${T},v1=${digest}`)
  if (signature === null) throw new Error('the header of this case cannot be read')
  const found = findMistakes({ secret, body: Buffer.from(received), signature })
  return found.map(({ code }) => code)
}

const python = (text: string) =>
  text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
const PRETTY = JSON.stringify(EVENT, null, 2)
const reversed = Object.fromEntries(Object.entries(EVENT).reverse())

describe('a body that was changed', () => {
  it.each<[string, Case]>([
    ['newline_added', { received: `${BODY}\n` }],
    ['newline_added', { received: `${BODY}\r\n` }],
    ['newline_lost', { signed: { body: `${BODY}\n` } }],
    ['newline_lost', { signed: { body: `${BODY}\r\n` } }],
    ['line_ends_crlf', { received: PRETTY.replaceAll('\n', '\r\n'), signed: { body: PRETTY } }],
    ['line_ends_lf', { received: PRETTY, signed: { body: PRETTY.replaceAll('\n', '\r\n') } }],
    ['bom_added', { received: `\ufeff${BODY}` }],
    ['bom_and_newline_added', { received: `\ufeff${BODY}\r\n` }],
    ['bom_lost', { signed: { body: `\ufeff${BODY}` } }],
    ['white_space_added', { received: `  ${BODY} \n` }],
    ['body_base64', { received: Buffer.from(BODY).toString('base64') }],
    ['body_json_string', { received: JSON.stringify(BODY) }],
    ['body_utf16', { received: Buffer.from(`\ufeff${BODY}`, 'utf16le') }],
    ['body_utf8_twice', { received: Buffer.from(BODY).toString('latin1') }],
    [
      'body_latin1',
      { received: Buffer.from('{"a":"Café"}', 'latin1'), signed: { body: '{"a":"Café"}' } },
    ],
  ])('is named %s', (code, made) => {
    expect(codesOf(made)).toEqual([code])
  })
})

describe('a body that was parsed and written again', () => {
  const spaced = BODY.replace(/":/g, '": ').replace(/,"/g, ', "')
  it.each<[string, Case]>([
    ['json_compact', { received: PRETTY }],
    ['json_spaced', { signed: { body: spaced } }],
    ['json_spaced_ascii', { signed: { body: python(spaced) } }],
    ['json_compact_ascii', { signed: { body: python(BODY) } }],
    ['json_compact_slashes', { signed: { body: BODY.replaceAll('/', '\\/') } }],
    ['json_compact_php', { signed: { body: python(BODY.replaceAll('/', '\\/')) } }],
    [
      'json_compact_html',
      { signed: { body: BODY.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`) } },
    ],
    ['json_indent_2', { signed: { body: PRETTY } }],
    ['json_indent_4', { signed: { body: JSON.stringify(EVENT, null, 4) } }],
    ['json_indent_tab', { signed: { body: JSON.stringify(EVENT, null, '\t') } }],
    ['json_compact_floats', { signed: { body: BODY.replace(':12}', ':12.0}') } }],
    ['json_compact_reordered', { received: JSON.stringify(reversed) }],
    [
      'json_compact_sorted',
      { received: '{"b":1,"a":{"d":1,"c":2}}', signed: { body: '{"a":{"c":2,"d":1},"b":1}' } },
    ],
  ])('is named %s', (code, made) => {
    expect(codesOf(made)).toEqual([code])
  })

  it('by .NET, which escapes in capitals and quotes by number', () => {
    const received = '{"a":"<\\"Ä\\\\\\""}'
    const signed = { body: '{"a":"\\u003C\\u0022\\u00C4\\\\\\u0022"}' }
    expect(codesOf({ received, signed })).toEqual(['json_compact_net'])
  })
})

describe('a wrong key', () => {
  const bare = SECRET.slice('whsec_'.length)
  it.each<[string, Case]>([
    ['secret_wrapped', { secret: `${SECRET}\n` }],
    ['secret_wrapped', { secret: `"${SECRET}"` }],
    ['secret_newline', { signed: { key: `${SECRET}\n` } }],
    ['secret_without_prefix', { signed: { key: bare } }],
    ['secret_lacks_prefix', { secret: bare }],
    ['secret_base64_decoded', { signed: { key: Buffer.from(bare, 'base64') } }],
    ['secret_base64_decoded', { signed: { key: Buffer.from(SECRET, 'base64') } }],
    ['secret_is_base64', { secret: Buffer.from(`${SECRET}\n`).toString('base64') }],
    [
      'secret_hex_decoded',
      { secret: 'whsec_00ff10', signed: { key: Buffer.from('00ff10', 'hex') } },
    ],
  ])('is named %s', (code, made) => {
    expect(codesOf(made)).toEqual([code])
  })
})

describe('a wrong time', () => {
  it.each<[string, Case]>([
    ['time_not_signed', { signed: { prefix: '' } }],
    ['dot_missing', { signed: { prefix: String(T) } }],
    ['dot_missing', { signed: { prefix: `${T}:` } }],
    ['time_with_name', { signed: { prefix: `t=${T}.` } }],
    ['time_behind_body', { signed: { prefix: '', body: `${BODY}.${T}` } }],
    ['signed_in_milliseconds', { signed: { prefix: `${T}000.` } }],
    ['signed_in_milliseconds', { signed: { prefix: `${T}789.` } }],
    ['header_in_milliseconds', { header: (digest) => `t=${T}123,v1=${digest}` }],
    ['time_of_another', { signed: { prefix: `${T + 120}.` } }],
    ['time_of_another', { signed: { prefix: `${T - 3720}.` } }],
    ['time_of_another', { signed: { prefix: `${T + 7200}.` } }],
  ])('is named %s', (code, made) => {
    expect(codesOf(made)).toEqual([code])
  })
})

describe('a digest in another writing', () => {
  const other = (algorithm: string) =>
    createHmac(algorithm, SECRET).update(`${T}.`).update(BODY).digest('hex')
  it.each<[string, (digest: string) => string]>([
    ['digest_upper_case', (digest) => digest.toUpperCase()],
    ['digest_base64', (digest) => Buffer.from(digest, 'hex').toString('base64')],
    ['digest_base64', (digest) => Buffer.from(digest, 'hex').toString('base64url')],
    ['digest_cut', (digest) => digest.slice(0, 40)],
    ['digest_wrapped', (digest) => `sha256=${digest}`],
    ['digest_sha1', () => other('sha1')],
    ['digest_sha512', () => other('sha512')],
  ])('is named %s', (code, write) => {
    const header = (digest: string) => `t=${T},v1=${write(digest)}`
    expect(codesOf({ header })).toEqual([code])
  })
})

describe('two mistakes', () => {
  it.each<[string[], Case]>([
    [['newline_added', 'secret_lacks_prefix'], { received: `${BODY}\n`, secret: SECRET.slice(6) }],
    [['json_compact', 'time_not_signed'], { received: PRETTY, signed: { prefix: '' } }],
    [['json_compact', 'newline_lost'], { received: PRETTY, signed: { body: `${BODY}\n` } }],
    [
      ['newline_added', 'digest_upper_case'],
      { received: `${BODY}\n`, header: (digest) => `t=${T},v1=${digest.toUpperCase()}` },
    ],
  ])('are both named: %j', (codes, made) => {
    expect(codesOf(made)).toEqual(codes)
  })
})

describe('what no usual mistake explains', () => {
  it('is not explained', () => {
    expect(codesOf({ secret: 'whsec_of_another_team' })).toEqual([])
    expect(codesOf({ received: BODY.replace('tr_1', 'tr_2') })).toEqual([])
  })

  it('is given up within bounded work, whatever was sent', () => {
    const digest = 'ab'.repeat(32)
    const header = () => `t=${T}${`,v1=${digest}`.repeat(400)}`
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const received of ['', ' '.repeat(2_000_000), deep, `"${'\\u00e4'.repeat(200_000)}"`]) {
      expect(codesOf({ received, header })).toEqual([])
    }
  })
})
