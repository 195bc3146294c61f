// What has been made of a media file so far: cues, how far the work has come, how sure the engine
// was, which language it heard. Pure.
import type { Segment, Word } from '../../src/api/types.ts'
import { type CueBuilder, createCueBuilder } from './cues.ts'
import { REACH_SECONDS } from './cut.ts'
import type { Recognition } from './engines/engine.ts'
import { joinOverlap } from './overlap.ts'
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
  /** BCP 47 primary tag of most of the speech; null before any, or when unknown. */
  readonly language: string | null
}

/** Whoever rests longer may well have come to an end. */
const LONGEST_SEAM_SECONDS = 0.35

/** The last words of a piece, which the next one may still change. */
interface Held {
  words: Word[]
  language: string | null
  /** Where the piece ends in the media. */
  pieceEnd: number
}

/**
 * @param model what the pieces are recognised by
 * @param cues takes the words
 */
export function createDraft(model: KnownModel, cues: CueBuilder = createCueBuilder()): Draft {
  const reliability = createReliability(model)
  const languages = createMostSpoken()
  let held: Held = { words: [], language: null, pieceEnd: 0 }
  let floor = 0
  return {
    get language() {
      return languages.most
    },
    add(startSeconds, pieceSeconds, recognition) {
      reliability.add(pieceSeconds, recognition)
      const { language } = recognition
      const heard = placeWords(recognition.words, startSeconds, 0)
      if (heard.length === 0) return []
      languages.add(language, pieceSeconds)
      const [before, after] = joinPieces(held, heard, roundMs(startSeconds), language)
      floor = before.at(-1)?.end ?? floor
      const words = placeWords(after, 0, floor)
      floor = words.at(-1)?.end ?? floor
      const released = cues.push(before, held.language)
      const pieceEnd = roundMs(startSeconds + pieceSeconds)
      held = { words: words.splice(firstShared(words, pieceEnd)), language, pieceEnd }
      return [...released, ...cues.push(words, language)]
    },
    finish(mediaSeconds) {
      reliability.require()
      return [...cues.push(held.words, held.language), ...cues.end(mediaSeconds)]
    },
  }
}

/** Index of the first word that the next piece may hear, too; at least the last word is held. */
function firstShared(words: readonly Word[], pieceEnd: number): number {
  const index = words.findIndex(({ end }) => end > pieceEnd - 2 * REACH_SECONDS)
  return index < 0 ? Math.max(0, words.length - 1) : index
}

/** What each of two successive pieces contributes where they meet. */
function joinPieces(
  { words, pieceEnd }: Held,
  next: Word[],
  start: number,
  language: string | null,
): [before: Word[], after: Word[]] {
  if (pieceEnd < start) return [words, next]
  const overlap = pieceEnd > start
  const [before, after] = overlap ? joinOverlap(words, next, (pieceEnd + start) / 2) : [words, next]
  const [last, first] = [before.at(-1), after[0]]
  const isEdge = last === words.at(-1) || first === next[0]
  if (isEdge && language === 'en' && last && first) mend(last, first)
  return [before, after]
}

/** The cut between the two words was ours; perhaps nobody stopped there. */
function mend(before: Word, after: Word): void {
  if (after.start - before.end > LONGEST_SEAM_SECONDS) return
  const [end, start] = mendSeam(before.text, after.text)
  before.text = end
  after.text = start
}

/** Which language is spoken for the longest time; of two that are level, the first. */
function createMostSpoken() {
  const seconds = new Map<string, number>()
  return {
    add(language: string | null, pieceSeconds: number): void {
      if (language !== null) seconds.set(language, (seconds.get(language) ?? 0) + pieceSeconds)
    },
    get most(): string | null {
      const [first, ...others] = seconds
      if (first === undefined) return null
      return others.reduce((most, other) => (other[1] > most[1] ? other : most), first)[0]
    },
  }
}
