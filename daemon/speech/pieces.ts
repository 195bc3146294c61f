// From blocks of samples to the pieces that the engine hears: frames go to the voice detector and
// the cutter, and only the audio that a piece may still need is kept (15 s, however long the
// silence or the file).
import { createCutter, type Span } from './cut.ts'
import { SAMPLE_RATE } from './timeline.ts'
import { FRAME_SAMPLES, type VoiceDetector } from './vad.ts'

export interface Piece {
  /** 16 kHz mono, in memory of its own. */
  samples: Float32Array<ArrayBuffer>
  startSeconds: number
}

/** How far the audio is: all pieces before `done` have been found, `end` is what has been read. */
export interface Position {
  doneSeconds: number
  endSeconds: number
}

/** Frames that are looked at together: a second. */
const BATCH_FRAMES = 32

/**
 * Pieces in time order, none longer than `maxSeconds`, and about every second the position. Two
 * overlap only where speech without a pause was cut.
 */
export async function* findPieces(
  blocks: Iterable<Float32Array>,
  detector: VoiceDetector,
  maxSeconds: number,
): AsyncGenerator<Piece | Position> {
  detector.reset()
  const cutter = createCutter(maxSeconds)
  const kept = createBuffer(Math.ceil((maxSeconds + 1) * SAMPLE_RATE))
  for (const { frames, read } of batches(blocks)) {
    for (const [index, speech] of (await detector.detect(frames)).entries()) {
      const frame = frames.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)
      kept.append(frame)
      const span = cutter.push({ speech, energy: energyOf(frame) })
      if (span !== null) yield kept.piece(span)
      kept.dropBefore(cutter.keepFrom * FRAME_SAMPLES)
    }
    yield { doneSeconds: kept.start / SAMPLE_RATE, endSeconds: read / SAMPLE_RATE }
  }
  const last = cutter.end()
  if (last !== null) yield kept.piece(last)
}

/** What of a piece lies after this time, for whoever wants to hear nothing twice. */
export function pieceAfter({ samples, startSeconds }: Piece, seconds: number): Piece {
  const heard = Math.max(0, Math.round((seconds - startSeconds) * SAMPLE_RATE))
  return { samples: samples.slice(heard), startSeconds: startSeconds + heard / SAMPLE_RATE }
}

/**
 * Blocks of any length to batches of frames, each valid until the next is asked for, with the
 * samples read so far. What is left of the stream's last frame (31 ms) is dropped.
 */
function* batches(
  blocks: Iterable<Float32Array>,
): Generator<{ frames: Float32Array; read: number }> {
  const batch = new Float32Array(BATCH_FRAMES * FRAME_SAMPLES)
  let filled = 0
  let read = 0
  for (const block of blocks) {
    for (let offset = 0; offset < block.length; ) {
      const part = block.subarray(offset, offset + batch.length - filled)
      batch.set(part, filled)
      filled += part.length
      offset += part.length
      read += part.length
      if (filled < batch.length) continue
      yield { frames: batch, read }
      filled = 0
    }
  }
  yield { frames: batch.subarray(0, filled - (filled % FRAME_SAMPLES)), read }
}

function energyOf(frame: Float32Array): number {
  let sum = 0
  for (const sample of frame) sum += sample * sample
  return sum / frame.length
}

interface SampleBuffer {
  /** Position of the first sample, counted from the beginning of the stream. */
  readonly start: number
  append(samples: Float32Array): void
  piece(span: Span): Piece
  dropBefore(position: number): void
}

/** The latest samples of a stream, `capacity` of them at most. */
function createBuffer(capacity: number): SampleBuffer {
  const samples = new Float32Array(2 * capacity)
  let start = 0
  let length = 0
  let head = 0
  return {
    get start() {
      return start
    },
    append(added) {
      if (head + length + added.length > samples.length) {
        samples.copyWithin(0, head, head + length)
        head = 0
      }
      samples.set(added, head + length)
      length += added.length
    },
    piece(span) {
      const from = head + span.start * FRAME_SAMPLES - start
      const to = head + span.end * FRAME_SAMPLES - start
      return {
        samples: samples.slice(from, to),
        startSeconds: (span.start * FRAME_SAMPLES) / SAMPLE_RATE,
      }
    },
    dropBefore(position) {
      const dropped = Math.min(Math.max(0, position - start), length)
      head += dropped
      start += dropped
      length -= dropped
    },
  }
}
