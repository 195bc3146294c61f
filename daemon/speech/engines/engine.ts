// What every speech engine must offer. One engine is loaded once by the speech child and
// reused for all its jobs; everything around it (decoding, voice activity, cutting, cues)
// works the same whichever engine sits behind this interface.
import type { Word } from '../../../src/api/types.ts'

/** What one engine made of one piece of audio. */
export interface Recognition {
  /** Trimmed text; empty when nothing was said. */
  text: string
  /** In time order, times in seconds from the start of the piece, never overlapping. */
  words: Word[]
  /** Mean natural-log probability of the tokens (0 is certain); null when there are none. */
  meanLogProbability: number | null
  /** BCP 47 primary tag of the language that was recognised, e.g. `en`. */
  language: string
}

export interface Engine {
  /** Model name as in the catalogue, e.g. `moonshine-tiny-en`. */
  readonly model: string
  /** Longest piece it accepts, in seconds; callers cut before. */
  readonly maxPieceSeconds: number
  /**
   * Recognises one piece of 16 kHz mono float samples (-1 to 1).
   *
   * @param signal stops within a few tens of milliseconds; rejects with the signal's reason
   */
  recognize(samples: Float32Array, signal?: AbortSignal): Promise<Recognition>
  close(): Promise<void>
}
