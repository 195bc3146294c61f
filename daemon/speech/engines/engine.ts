// What every speech engine must offer. One engine is loaded once by a speech process and reused
// for all its pieces; everything around it (decoding, voice activity, cutting, cues) works the
// same whichever engine sits behind this interface. `loadEngine` (load.ts) makes one.
import type { Word } from '../../../src/api/types.ts'

/** What one engine made of one piece of audio. */
export interface Recognition {
  /** Trimmed text; empty when nothing was said. */
  text: string
  /**
   * In time order, times in seconds from the start of the piece, never overlapping, all within the
   * piece. Joined (by spaces, or by nothing in languages without them) their texts are the text.
   */
  words: Word[]
  /** Mean natural-log probability of the tokens (0 is certain); null when it is not known. */
  meanLogProbability: number | null
  /** BCP 47 primary tag of the language that was heard, e.g. `en`; null when the engine cannot tell. */
  language: string | null
}

export interface RecognizeOptions {
  /** BCP 47 primary tag, one of the engine's languages, or `auto`; absent means `auto`. */
  language?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Engine {
  /** Model name as in the catalogue, e.g. `moonshine-tiny-en`. */
  readonly model: string
  /** BCP 47 primary tags that it can transcribe; empty when nobody knows (an external program). */
  readonly languages: readonly string[]
  /**
   * Recognises one piece of 16 kHz mono float samples (-1 to 1), of MAX_PIECE_SECONDS at most.
   *
   * @throws the signal's reason, within a few tens of milliseconds
   */
  recognize(samples: Float32Array, options?: RecognizeOptions): Promise<Recognition>
  close(): Promise<void>
}
