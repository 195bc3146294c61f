// Puts an engine's words on the clock of the media. Engines work on pieces and round as they like;
// what leaves here is strictly in order: every word ends after it begins and none overlap.
import type { Word } from '../../src/api/types.ts'

const MIN_WORD_SECONDS = 0.02

/**
 * @param words of one piece, times from its beginning
 * @param offsetSeconds where the piece begins in the media
 * @param floorSeconds where the word before ends; no word begins earlier
 * @returns the words that have text, times in the media, in whole milliseconds
 */
export function placeWords(
  words: readonly Word[],
  offsetSeconds: number,
  floorSeconds: number,
): Word[] {
  let floor = roundMs(floorSeconds)
  return words
    .filter((word) => word.text.trim() !== '')
    .map((word) => {
      const start = Math.max(floor, roundMs(word.start + offsetSeconds))
      const end = Math.max(roundMs(start + MIN_WORD_SECONDS), roundMs(word.end + offsetSeconds))
      floor = end
      return { ...word, start, end }
    })
}

/** Seconds in whole milliseconds. */
export function roundMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
