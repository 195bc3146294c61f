// Who speaks when, as a lead asks for it: it hears every piece of speech as it goes by, and names
// the turns when the media is over.
import type { Piece } from '../pieces.ts'

/** Somebody speaks without a break, `start` to `end` in seconds of the media. */
export interface SpeakerTurn {
  start: number
  end: number
  /** `Speaker 1`, `Speaker 2`, … in order of appearance. */
  speaker: string
}

export interface Speakers {
  /** Takes the next piece of speech; the pieces come in time order and never overlap. */
  feed(piece: Piece): void | Promise<void>
  /**
   * The media is over.
   *
   * @returns the turns in time order, never overlapping
   * @throws the signal's reason
   */
  finish(signal: AbortSignal): Promise<SpeakerTurn[]>
}
