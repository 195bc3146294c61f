// JSON as text: taking documents apart without parsing and writing them anew, which would lose
// what JavaScript cannot hold (12345678901234567890, 1.0, doubled keys). Pure and linear. Takes
// text that has been parsed before; what it makes of anything else is undefined.

const OPENING = /[[{]/g
const PIECE = /[^\s,:]/g
const END_OF_PLAIN = /[\s,\]}]/g
const MARK = /["{}[\]]/g

/** The same document without line breaks, for one line of NDJSON. */
export function onOneLine(text: string): string {
  // Inside of strings they are escaped.
  return text.trim().replace(/[ \t\r\n]*[\r\n][ \t\r\n]*/g, '')
}

/** The elements of an array, as they stand there. */
export function elementsOf(array: string): string[] {
  return [...pieces(array)]
}

/** The value of an object's member as it stands there; undefined where there is none. */
export function memberOf(object: string, name: string): string | undefined {
  // Of doubled keys the last one counts, as for JSON.parse.
  return membersOf(object).findLast(([key]) => JSON.parse(key) === name)?.[1]
}

/** The object on one line without its member of this name. */
export function withoutMember(object: string, name: string): string {
  const others = membersOf(object).filter(([key]) => JSON.parse(key) !== name)
  return onOneLine(`{${others.map(([key, value]) => `${key}:${value}`).join(',')}}`)
}

function membersOf(object: string): [key: string, value: string][] {
  const all = [...pieces(object)]
  const keys = all.filter((_, place) => place % 2 === 0)
  return keys.map((key, place) => [key, all[2 * place + 1] ?? ''])
}

/** What is between the outer brackets: elements, or keys and values in turn. */
function* pieces(text: string): Generator<string> {
  let at = nextOf(OPENING, text, 0) + 1
  for (;;) {
    at = nextOf(PIECE, text, at)
    if (at === text.length || text[at] === ']' || text[at] === '}') return
    const end = endOfValue(text, at)
    yield text.slice(at, end)
    at = end
  }
}

function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') return nextOf(END_OF_PLAIN, text, start)
  let depth = 0
  for (let at = start; at < text.length; ) {
    const mark = text[at]
    if (mark === '{' || mark === '[') depth += 1
    if (mark === '}' || mark === ']') depth -= 1
    if (depth === 0) return at + 1
    at = nextOf(MARK, text, mark === '"' ? endOfString(text, at) : at + 1)
  }
  return text.length
}

/** Behind the closing quote: one that no odd number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; ) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}

/** Where the pattern, which is global, is found next; the text's length when it is not. */
function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
