// Who speaks when, as a lead asks for it: it hears every piece of speech as it goes by, and tells
// the turns when the media is over.
import type { Piece } from '../pieces.ts'

/** Neural models, or statistics of the sound alone. */
export type SpeakerMethod = 'neural' | 'classical'

/** Paths of the models, as `scribe models pull speakers` brings them. */
export interface SpeakerModelFiles {
  segmentation: string
  embedding: string
}

/** Somebody speaks, `start` to `end` in seconds of the media. */
export interface SpeakerTurn {
  start: number
  end: number
  /** Any number; the same for all turns of one voice. */
  voice: number
}

export interface Speakers {
  /** Takes the next piece of speech; the pieces come in time order and never overlap. */
  feed(piece: Piece, signal: AbortSignal): Promise<void>
  /**
   * The media is over.
   *
   * @returns the turns in time order, never overlapping; two in a row are two voices
   * @throws the signal's reason
   */
  finish(signal: AbortSignal): Promise<SpeakerTurn[]>
  /** Lets go of what it holds; may be called at any time, and more than once. */
  close(): void
}
