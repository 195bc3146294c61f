// Makes foreign text safe for a terminal: file names and server texts may carry escape sequences
// that move the cursor, retitle the window or turn the reading direction around.

// C0, DEL, C1, and the Unicode controls that reorder the text around them.
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** For names and messages, one line: control characters become visible escapes such as `\n`. */
export function printable(text: string): string {
  return text.replace(CONTROL, escapeControl)
}

function escapeControl(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  const code = character.charCodeAt(0)
  return code < 256
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** For whole documents on a terminal: control characters but line feed and tab are dropped. */
export function withoutControls(text: string): string {
  return text.replace(CONTROL, (character) =>
    character === '\n' || character === '\t' ? character : '',
  )
}
