// What two texts are compared by. Writing differs where speech does not: in capitals, punctuation
// and forms of the same character. This is made equal and nothing else, so that a rate means the
// same for every language and every model. It refuses to know words: numbers and contractions
// stay as they are written (`20` is not `twenty`, `don't` is not `do not`).

/** For reports: whoever compares rates has to know how they came about. */
export const NORMALISER =
  'Unicode NFKC, lower case, no punctuation or symbols; apostrophes inside words and the point or colon between digits stay, commas between digits go; numbers and contractions count as written'

export type Unit = 'words' | 'characters'

/** Written without spaces, so that words are a matter of opinion. */
const UNSPACED = new Set('zh cmn yue wuu nan ja th lo km my bo dz'.split(' '))

/** The letters of those languages. */
const UNSPACED_LETTER =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/gu
const LETTER = /\p{L}/gu

const APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/gu
const INVISIBLE = /\p{Cf}/gu
const GROUPING_COMMA = /(?<=\p{N}),(?=\p{N})/gu
/** An apostrophe counts between letters, a point or a colon between digits. */
const WORD =
  /(?:[\p{L}\p{M}\p{N}]|(?<=[\p{L}\p{M}\p{N}])'(?=[\p{L}\p{N}])|(?<=\p{N})[.:](?=\p{N}))+/gu

/**
 * By the reference alone: what was heard may be in a language that nobody spoke.
 *
 * @param language BCP 47; null where nobody knows, so that the letters have to tell
 * @param reference what is said
 */
export function unitOf(language: string | null, reference: string): Unit {
  const primary = language?.toLowerCase().split(/[-_]/)[0] ?? 'auto'
  const isUnspaced = primary === 'auto' ? hasNoSpaces(reference) : UNSPACED.has(primary)
  return isUnspaced ? 'characters' : 'words'
}

function hasNoSpaces(text: string): boolean {
  const unspaced = text.match(UNSPACED_LETTER)?.length ?? 0
  return unspaced > (text.match(LETTER)?.length ?? 0) / 2
}

/** The words, or for `characters` the code points without spaces, in order. */
export function unitsOf(text: string, unit: Unit): string[] {
  const plain = text
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(INVISIBLE, '')
    .replace(GROUPING_COMMA, '')
  const words = plain.match(WORD) ?? []
  return unit === 'words' ? words : [...words.join('')]
}
