// What has been made of a media file so far: cues, how far the work has come, how sure the engine
// was, which language it heard. Pure.
import type { Segment } from '../../src/api/types.ts'
import { createCueBuilder } from './cues.ts'
import type { Recognition } from './engines/engine.ts'
import { createReliability, type KnownModel } from './reliability.ts'
import { placeWords } from './words.ts'

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

/** @param model what the pieces are recognised by */
export function createDraft(model: KnownModel): Draft {
  const cues = createCueBuilder()
  const reliability = createReliability(model)
  let language: string | null = null
  let spokenUntil = 0
  return {
    get language() {
      return language
    },
    add(startSeconds, pieceSeconds, recognition) {
      reliability.add(pieceSeconds, recognition)
      const words = placeWords(recognition.words, startSeconds, spokenUntil)
      const last = words.at(-1)
      if (last === undefined) return []
      spokenUntil = last.end
      language ??= recognition.language
      return cues.push(words, recognition.language)
    },
    finish(mediaSeconds) {
      reliability.require()
      return cues.end(mediaSeconds)
    },
  }
}
