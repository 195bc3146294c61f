// What has been made of a media file so far: cues, how far the work has come, how sure the engine
// was, which language it heard. Pure.
import type { Segment, Word } from '../../src/api/types.ts'
import { type CueBuilder, createCueBuilder } from './cues.ts'
import type { Recognition } from './engines/engine.ts'
import { createReliability, type KnownModel } from './reliability.ts'
import { mendSeam } from './seam.ts'
import { placeWords, roundMs } from './words.ts'

export interface Draft {
  /**
   * Takes what the engine made of one piece.
   *
   * @param startSeconds where the piece begins in the media
   * @returns the cues that are complete now
   */
  add(startSeconds: number, pieceSeconds: number, recognition: Recognition): Segment[]
  /**
   * The media is over.
   *
   * @returns the last cues
   * @throws JobError no_speech, unsupported_language
   */
  finish(mediaSeconds: number): Segment[]
  /** BCP 47 primary tag of the speech that was heard first; null before any, or when unknown. */
  readonly language: string | null
}

/** Whoever rests longer may well have come to an end. */
const LONGEST_SEAM_SECONDS = 0.35

/** The last word, which the next piece may still change. */
interface Held {
  word: Word
  language: string | null
  /** Where its piece ends in the media. */
  pieceEnd: number
}

/**
 * @param model what the pieces are recognised by
 * @param cues takes the words
 */
export function createDraft(model: KnownModel, cues: CueBuilder = createCueBuilder()): Draft {
  const reliability = createReliability(model)
  let language: string | null = null
  let held: Held | null = null
  const release = () => (held === null ? [] : cues.push([held.word], held.language))
  return {
    get language() {
      return language
    },
    add(startSeconds, pieceSeconds, recognition) {
      reliability.add(pieceSeconds, recognition)
      const words = placeWords(recognition.words, startSeconds, held?.word.end ?? 0)
      const [first] = words
      if (first === undefined) return []
      language ??= recognition.language
      if (held !== null && held.pieceEnd === roundMs(startSeconds)) mend(held, first, recognition)
      const released = release()
      const last = words.pop() ?? first
      const pieceEnd = roundMs(startSeconds + pieceSeconds)
      held = { word: last, language: recognition.language, pieceEnd }
      return [...released, ...cues.push(words, recognition.language)]
    },
    finish(mediaSeconds) {
      reliability.require()
      return [...release(), ...cues.end(mediaSeconds)]
    },
  }
}

/** The cut between the two words was ours; perhaps nobody stopped there. */
function mend({ word: before }: Held, after: Word, { language }: Recognition): void {
  if (language !== 'en' || after.start - before.end > LONGEST_SEAM_SECONDS) return
  const [end, start] = mendSeam(before.text, after.text)
  before.text = end
  after.text = start
}
