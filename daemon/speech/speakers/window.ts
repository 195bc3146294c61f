// Minutes of speech in one array, without the silence between the pieces, and the way back from a
// position in it to the time in the media.
import type { Piece } from '../pieces.ts'
import { SAMPLE_RATE } from '../timeline.ts'

/** A span of seconds. */
export interface Span {
  start: number
  end: number
}

export interface SpeechWindow {
  readonly seconds: number
  add(piece: Piece): void
  /** Hands over all samples, 16 kHz mono, and keeps none; nothing can be added after that. */
  takeSamples(): Float32Array
  /** Where a span of the window lies in the media: one span for each piece that it touches. */
  inMedia(span: Span): Span[]
}

export function createSpeechWindow(): SpeechWindow {
  const pieces: (Span & { startSeconds: number })[] = []
  let parts: Float32Array[] = []
  const seconds = () => pieces.at(-1)?.end ?? 0
  return {
    get seconds() {
      return seconds()
    },
    add({ samples, startSeconds }) {
      const start = seconds()
      pieces.push({ startSeconds, start, end: start + samples.length / SAMPLE_RATE })
      parts.push(samples)
    },
    takeSamples() {
      const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
      let filled = 0
      for (const part of parts) {
        all.set(part, filled)
        filled += part.length
      }
      parts = []
      return all
    },
    inMedia(span) {
      return pieces.flatMap((piece) => {
        const start = Math.max(span.start, piece.start)
        const end = Math.min(span.end, piece.end)
        const shift = piece.startSeconds - piece.start
        return end > start ? [{ start: start + shift, end: end + shift }] : []
      })
    },
  }
}
