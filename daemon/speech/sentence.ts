// Where a reader would like a line to end, judged from the words alone. Pure; made for English and
// other languages with Latin punctuation, harmless for the rest.

const CLOSERS = '["\'”’»)\\]]*'
const SENTENCE_END = new RegExp(`[.!?…。！？]${CLOSERS}$`, 'u')
const CLAUSE_END = new RegExp(`[,;:，；：、—–]${CLOSERS}$`, 'u')
/** `U.S.`, `a.m.`, `J.` */
const INITIALS = /^["'“‘(]*(\p{L}\.)+$/u
const ABBREVIATIONS = new Set(
  'mr. mrs. ms. dr. prof. st. jr. sr. vs. etc. no. inc. ltd. co. gen. sen. rep. gov. approx.'.split(
    ' ',
  ),
)
/** Words that lean on the next one. */
const LEANING = new Set(
  'a an the of to in on at by for from with and or but nor as if that than my your his her its our their is are was were'.split(
    ' ',
  ),
)

/** Words that begin a phrase. */
const JOINING = new Set(
  'and but or nor because that which who when where while if as so than with from for to in on at by about into over after before'.split(
    ' ',
  ),
)

/** What stands at the end of a word, as a place to break; `phrase`: the next word begins one. */
export type Ending = 'sentence' | 'clause' | 'phrase' | 'plain' | 'leaning'

/** @param next the following word; absent at the end of the text */
export function endingOf(word: string, next?: string): Ending {
  if (SENTENCE_END.test(word) && !isAbbreviation(word, next)) return 'sentence'
  if (CLAUSE_END.test(word)) return 'clause'
  if (LEANING.has(word.toLowerCase())) return 'leaning'
  return JOINING.has(next ?? '') ? 'phrase' : 'plain'
}

/** A small letter goes on with the sentence, whatever the word before it ends with. */
function isAbbreviation(word: string, next: string | undefined): boolean {
  if (!word.endsWith('.')) return false
  if (next !== undefined && /^\p{Ll}/u.test(next)) return true
  return next !== undefined && (INITIALS.test(word) || ABBREVIATIONS.has(word.toLowerCase()))
}
