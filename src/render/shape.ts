// What a user may ask of subtitles beyond what the server renders. Types and one question; pure.

/**
 * Absent members change nothing. A character is what a reader sees as one (a grapheme cluster);
 * wide East Asian ones count 1 too, as the guides for subtitles in these languages count.
 */
export interface Shape {
  /** Characters in a line. */
  maxLine?: number
  /** Lines in a cue; what does not fit becomes further cues. */
  maxLines?: number
  /** Reading speed, characters a second. */
  maxCps?: number
  /** Added to all times; what comes to lie before 0 is cut off. */
  shiftSeconds?: number
  /** New names by the server's names. */
  speakers?: ReadonlyMap<string, string>
}

/** Whether it asks for nothing. */
export function isEmpty(shape: Shape): boolean {
  return Object.keys(shape).length === 0
}
