// Usual mistakes with the bytes of a body: another encoding, and what editors, shells and
// frameworks do to its ends and its lines. Each form is what the sender may have signed.
import { type Form, form, type Signing } from './signing.ts'

const BOM = Buffer.from('\ufeff')
const RAW = 'verify the bytes of the request as they came'

/** The body was turned into another encoding as a whole. */
export function* encodings(signing: Signing): Iterable<Form> {
  for (const [body, code, what] of decoded(signing.body)) {
    yield form({ ...signing, body }, code, `The body ${what}; ${RAW}.`)
  }
}

function* decoded(body: Buffer): Iterable<[Buffer, string, string]> {
  if (body[0] === 0xff && body[1] === 0xfe) {
    const text = body.subarray(2).toString('utf16le')
    yield [Buffer.from(text), 'body_utf16', 'was saved as UTF-16, as PowerShell does']
  }
  const text = body.toString('latin1').trim()
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
    yield [Buffer.from(text, 'base64'), 'body_base64', 'is still encoded as base64']
  }
  const inner = text.startsWith('"') ? parsed(body.toString()) : null
  if (typeof inner === 'string') {
    yield [Buffer.from(inner), 'body_json_string', 'was wrapped into a JSON string']
  }
  const once = Buffer.from(body.toString(), 'latin1')
  if (once.length !== body.length && once.toString('latin1') === body.toString()) {
    yield [once, 'body_utf8_twice', 'was read as Latin-1 and written as UTF-8']
  }
  if (body.some((byte) => byte > 127)) {
    yield [Buffer.from(body.toString('latin1')), 'body_latin1', 'was written as Latin-1']
  }
}

/** Line ends, byte order mark and white space around the body. */
export function* edges(signing: Signing): Iterable<Form> {
  for (const [body, code, advice] of edged(signing.body)) {
    yield form({ ...signing, body }, code, advice)
  }
}

function* edged(body: Buffer): Iterable<[Buffer, string, string]> {
  const text = body.toString('latin1')
  const bytes = (changed: string) => Buffer.from(changed, 'latin1')
  if (/\n$/.test(text)) {
    const added = `A newline was added at the end of the body; save it without one, or ${RAW}.`
    yield [bytes(text.replace(/\r?\n$/, '')), 'newline_added', added]
  }
  const lost = `The body lost the newline at its end; ${RAW}.`
  yield [bytes(`${text}\n`), 'newline_lost', lost]
  yield [bytes(`${text}\r\n`), 'newline_lost', lost]
  if (/\r\n/.test(text)) {
    const advice = `The body's line ends became CRLF; ${RAW}, and transfer files as binary.`
    yield [bytes(text.replaceAll('\r\n', '\n')), 'line_ends_crlf', advice]
  }
  if (/(?<!\r)\n/.test(text)) {
    const advice = `The body's CRLF line ends became LF; ${RAW}, and transfer files as binary.`
    yield [bytes(text.replace(/(?<!\r)\n/g, '\r\n')), 'line_ends_lf', advice]
  }
  if (body.subarray(0, BOM.length).equals(BOM)) {
    const advice = `A byte order mark was added before the body; save it as UTF-8 without one.`
    yield [body.subarray(BOM.length), 'bom_added', advice]
    const both = `A byte order mark and a newline were added to the body, as PowerShell does; ${RAW}.`
    yield [bytes(text.slice(BOM.length).replace(/\r?\n$/, '')), 'bom_and_newline_added', both]
  } else {
    const advice = `The body lost its byte order mark; ${RAW}.`
    yield [Buffer.concat([BOM, body]), 'bom_lost', advice]
  }
  const bare = trimmed(body)
  if (bare.length < body.length) {
    yield [bare, 'white_space_added', `White space was added around the body; ${RAW}.`]
  }
}

/** Without blanks, line ends and NULs at its ends. */
function trimmed(body: Buffer): Buffer {
  let start = 0
  let end = body.length
  while (start < end && (body[start] ?? 0) <= 32) start += 1
  while (end > start && (body[end - 1] ?? 0) <= 32) end -= 1
  return body.subarray(start, end)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
