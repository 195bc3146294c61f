// What has been made of a media file so far: cues, how far the work has come, how sure the engine
// was, which language it heard. Pure.
import { JobError } from '../../src/api/errors.ts'
import type { Segment } from '../../src/api/types.ts'
import { createCueBuilder } from './cues.ts'
import type { Recognition } from './engines/engine.ts'
import { createReliability } from './reliability.ts'
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

export function createDraft(): Draft {
  const cues = createCueBuilder()
  const reliability = createReliability()
  let language: string | null = null
  let heard = false
  let spokenUntil = 0
  return {
    get language() {
      return language
    },
    add(startSeconds, pieceSeconds, recognition) {
      reliability.add(pieceSeconds, recognition.meanLogProbability)
      const words = placeWords(recognition.words, startSeconds, spokenUntil)
      const last = words.at(-1)
      if (last === undefined) return []
      spokenUntil = last.end
      heard = true
      language ??= recognition.language
      return cues.push(words, recognition.language)
    },
    finish(mediaSeconds) {
      if (!heard) {
        throw new JobError(
          'no_speech',
          'Nobody speaks in this file, or too quietly to be heard; check that it is the right one.',
        )
      }
      reliability.require()
      return cues.end(mediaSeconds)
    },
  }
}
