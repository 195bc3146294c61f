// How good a place is to stop reading for a moment, judged from the words around it. Punctuation
// counts in every language; the small words are English ones and do no harm elsewhere. Pure.
import type { Token } from './tokens.ts'

const CLOSING = '["\'”’»›)\\]」』】）]*$'
const SENTENCE = new RegExp(`[.!?…。！？؟।]${CLOSING}`, 'u')
const CLAUSE = new RegExp(`[,;:，、；：،—–]${CLOSING}`, 'u')
const ABBREVIATION = /^["'“‘(]*(?:(?:\p{L}\.)+|(?:mr|mrs|ms|dr|prof|st|vs|no|jr|sr|etc)\.)$/iu
const HIRAGANA = /^\p{Script=Hiragana}/u

/** Words that want to stay with the next one. */
const LEANING = new Set(
  'a an the this that these those my your his her its our their no not to of in on at by for from with and or but if as is are was were be been has have had will would can could do does did very so i you he she we they'.split(
    ' ',
  ),
)
/** Words that begin something new. */
const BEGINNING = new Set(
  'and but or nor so because that which who when where while if unless until although though than then with without from for to in on at by about into over under after before through between'.split(
    ' ',
  ),
)

const COST = { sentence: 0, clause: 4, phrase: 8, plain: 14, leaning: 22, label: 200 }

/** The cost of a break before token `at`: 0 after a sentence, high where words belong together. */
export function breakCost(tokens: readonly Token[], at: number): number {
  const word = tokens[at - 1]
  const next = tokens[at]
  if (word === undefined || next === undefined) return 0
  if (word.label) return COST.label
  const ending = endingOf(word.text, next.text)
  // Without a space between them, as in Japanese, small letters belong to the word before.
  const attached = ending === 'plain' && next.glue === '' && HIRAGANA.test(next.text)
  return COST[attached ? 'leaning' : ending]
}

/** Whether a sentence ends with this text. */
export function endsSentence(text: string): boolean {
  return SENTENCE.test(text)
}

function endingOf(word: string, next: string): keyof typeof COST {
  if (ABBREVIATION.test(word)) return 'leaning'
  const goesOn = word.endsWith('.') && /^\p{Ll}/u.test(next)
  if (SENTENCE.test(word) && !goesOn) return 'sentence'
  if (CLAUSE.test(word)) return 'clause'
  const leaning = LEANING.has(word.toLowerCase())
  if (BEGINNING.has(next.toLowerCase())) return leaning ? 'plain' : 'phrase'
  return leaning ? 'leaning' : 'plain'
}
