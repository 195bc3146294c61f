// The line that a commit becomes on disk: eight hex digits of CRC-32, a space, the changes as
// JSON, a newline. JSON has no raw newline or NUL, so lines can be told apart whatever happened.
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

const NEWLINE = 0x0a
const PREFIX_BYTES = 9
const READ_BYTES = 1 << 20

export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/**
 * @param line without its newline
 * @returns the value, or undefined when the line is not one that encodeLine made
 */
export function decodeLine(line: Buffer): unknown {
  const json = line.subarray(PREFIX_BYTES)
  if (line.toString('latin1', 0, PREFIX_BYTES) !== `${checksum(json)} `) return undefined
  return JSON.parse(json.toString('utf8'))
}

/**
 * Reads a file line by line, in memory of about one line.
 *
 * @param onLine gets each complete line without its newline, and its offset in bytes
 * @returns how many bytes follow the last newline, and the size of the file
 */
export async function readLines(
  path: string,
  onLine: (line: Buffer, offset: number) => void,
): Promise<{ restBytes: number; sizeBytes: number }> {
  const handle = await open(path, 'r')
  try {
    let rest = Buffer.alloc(0)
    let position = 0
    for (;;) {
      const buffer = Buffer.allocUnsafe(READ_BYTES)
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, position)
      if (bytesRead === 0) return { restBytes: rest.length, sizeBytes: position }
      const offset = position - rest.length
      rest = takeLines(Buffer.concat([rest, buffer.subarray(0, bytesRead)]), offset, onLine)
      position += bytesRead
    }
  } finally {
    await handle.close()
  }
}

function takeLines(
  bytes: Buffer,
  offset: number,
  onLine: (line: Buffer, offset: number) => void,
): Buffer<ArrayBuffer> {
  let start = 0
  for (;;) {
    const end = bytes.indexOf(NEWLINE, start)
    if (end < 0) return Buffer.from(bytes.subarray(start))
    onLine(bytes.subarray(start, end), offset + start)
    start = end + 1
  }
}

function checksum(bytes: string | Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0')
}
