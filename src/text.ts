// Makes foreign text safe for a terminal: file names and server texts may carry escape sequences
// that move the cursor, retitle the window or turn the reading direction around.

// C0, DEL, C1, and the Unicode controls that reorder the text around them.
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

// Takes no room, so that two names may look the same. Joiners and breaks belong to many scripts
// and to emoji, but not behind a letter of ASCII; tags belong to the flags of regions only.
const INVISIBLE =
  /[\u180e\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb]|(?<![^\0-\x7f])(?:[\xad\u200b-\u200d]|\u034f)|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/gu

/** For names and messages, one line: what cannot be seen becomes an escape such as `\n`. */
export function printable(text: string): string {
  return text.replace(CONTROL, escaped).replace(INVISIBLE, escaped)
}

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  const code = (character.codePointAt(0) ?? 0).toString(16)
  if (code.length > 4) return `\\u{${code}}`
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
}

/** For whole documents on a terminal: control characters but line feed and tab are dropped. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, (character) =>
    character === '\n' || character === '\t' ? character : '',
  )
}
