// Reads the 16-bit mono WAV files of these tests.
import { readFileSync } from 'node:fs'

/** Samples between -1 and 1 of a 16-bit mono WAV file at 16 kHz. */
export function readWav(path: string): Float32Array {
  const bytes = readFileSync(path)
  let at = 12
  while (bytes.toString('latin1', at, at + 4) !== 'data') {
    const size = bytes.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  const count = Math.floor(Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8) / 2)
  return Float32Array.from({ length: count }, (_, i) => bytes.readInt16LE(at + 8 + 2 * i) / 32_768)
}

/** Pieces of sound one after the other; a number is seconds of silence. */
export function joined(...parts: (Float32Array | number)[]): Float32Array {
  const pieces = parts.map((part) =>
    typeof part === 'number' ? new Float32Array(part * 16_000) : part,
  )
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
