// Length of text as a reader counts: user-perceived characters, each 1. Guides for subtitles limit
// Chinese and Japanese to 13 to 16 signs a line, and so count a wide sign as 1 too. Pure.

/** Text in which every UTF-16 unit is a character of its own; most text is. */
const SIMPLE =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3]*$/

let segmenter: Intl.Segmenter | undefined

/** Number of grapheme clusters. */
export function charactersIn(text: string): number {
  return SIMPLE.test(text) ? text.length : charactersOf(text).length
}

/** The grapheme clusters. */
export function charactersOf(text: string): string[] {
  if (SIMPLE.test(text)) return text.split('')
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
