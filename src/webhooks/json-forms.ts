// The most usual mistake of all: a framework parsed the body, and what is verified was written
// again from the object. So the JSON is written as the usual writers do, in the hope that one of
// them wrote what was signed. What parsing loses (big numbers, doubled keys) stays lost.
import { inOrder, KEY_ORDERS } from './key-orders.ts'
import { type Form, form, type Signing } from './signing.ts'

const LEVELS_MAX = 32
/** Events have some thousand bytes; writing anew what is larger would take many seconds. */
const WRITTEN_MAX_BYTES = 1_000_000

type Rewrite = [code: string, what: string, write: (text: string) => string]

const LAYOUTS: [code: string, what: string, write: (value: unknown) => string][] = [
  ['compact', 'without spaces', (value) => JSON.stringify(value)],
  ['spaced', 'with spaces after commas and colons, as Python writes', (value) => spaced(value)],
  ['indent_2', 'indented by 2', (value) => JSON.stringify(value, null, 2)],
  ['indent_4', 'indented by 4', (value) => JSON.stringify(value, null, 4)],
  ['indent_tab', 'indented by tabs', (value) => JSON.stringify(value, null, '\t')],
]

/** Of the finished text: these characters stand in strings only. */
const ESCAPES: Rewrite[] = [
  ['', '', (text) => text],
  ['ascii', 'with \\uXXXX for all but ASCII', (text) => text.replace(/[\u0080-\uffff]/g, hex)],
  ['slashes', 'with \\/ for slashes', (text) => text.replaceAll('/', '\\/')],
  ['html', 'with \\u003c for <, > and &', (text) => text.replace(/[<>&\u2028\u2029]/g, hex)],
  [
    'php',
    'with \\/ for slashes and \\uXXXX for all but ASCII, as PHP does',
    (text) => text.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, hex),
  ],
  [
    'net',
    'with \\uXXXX for all but plain ASCII, as .NET does',
    (text) => text.replace(/\\\\|\\"|[<>&'+`\u0080-\uffff]/g, netHex),
  ],
]

const NUMBERS: Rewrite[] = [
  ['', '', (text) => text],
  [
    'floats',
    'with 12.0 for whole seconds',
    (text) => text.replace(/("(?:duration_seconds|start|end)": ?\d+)(?=[,\s}])/g, '$1.0'),
  ],
]

/** The same JSON in the writing of other programs; nothing when the body is no JSON. */
export function* jsonForms(signing: Signing): Iterable<Form> {
  const given = parsedJson(signing.body)
  if (given === undefined) return
  yield* written(signing, given, ['', ''])
  for (const [code, order, ranks] of KEY_ORDERS) {
    const ordered = inOrder(given, ranks)
    const isSame = JSON.stringify(ordered) === JSON.stringify(given)
    if (!isSame) yield* written(signing, ordered, [code, order])
  }
}

function* written(
  signing: Signing,
  value: object,
  [order, keys]: [code: string, what: string],
): Iterable<Form> {
  for (const [layout, look, write] of LAYOUTS) {
    const plain = write(value)
    for (const [escapes, how, encode] of changing(ESCAPES, plain)) {
      const escaped = encode(plain)
      for (const [numbers, which, number] of changing(NUMBERS, escaped)) {
        const body = Buffer.from(number(escaped))
        if (body.equals(signing.body)) continue
        const code = ['json', layout, order, escapes, numbers].filter(Boolean).join('_')
        yield form({ ...signing, body }, code, advice([look, keys, how, which]))
      }
    }
  }
}

/** The first of the table, which changes nothing, and those that do. */
function changing(table: Rewrite[], text: string): Rewrite[] {
  return table.filter(([, , write], index) => index === 0 || write(text) !== text)
}

function advice(parts: string[]): string {
  const look = parts.filter(Boolean).join(', ')
  return (
    `The body was parsed and written again: the signature fits the same JSON ${look}; ` +
    'verify the raw bytes of the request, before any JSON parser.'
  )
}

function parsedJson(body: Buffer): object | undefined {
  if (body.length > WRITTEN_MAX_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(body.toString().replace(/^\ufeff/, ''))
    const written = typeof value === 'object' && value !== null
    return written && isShallow(value, LEVELS_MAX) ? value : undefined
  } catch {
    return undefined
  }
}

/** Indenting deep nesting would blow it up beyond any size. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** From the indented text: a raw line feed is never inside a string. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')
}

function hex(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** .NET writes capitals, and a quote inside a string as a code too. */
function netHex(found: string): string {
  if (found === '\\\\') return found
  const code = found.charCodeAt(found.length - 1).toString(16)
  return `\\u${code.padStart(4, '0').toUpperCase()}`
}
