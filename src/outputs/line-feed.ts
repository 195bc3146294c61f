// The end of documents that pass as bytes, as they may be no text that could be written anew.

const LINE_FEED = 10
const BLANKS: ReadonlySet<number | undefined> = new Set([LINE_FEED, 13, 9, 32])

/** The document with one line feed behind it, whatever blanks it ended in: for JSON. */
export function asLine(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (BLANKS.has(bytes[end - 1])) end -= 1
  return withLineFeed(bytes.subarray(0, end))
}

/** The document, its last line ended where it was not; an empty one stays empty. */
export function endingInLineFeed(bytes: Uint8Array): Uint8Array {
  return bytes.length === 0 || bytes.at(-1) === LINE_FEED ? bytes : withLineFeed(bytes)
}

function withLineFeed(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Uint8Array.of(LINE_FEED)])
}
