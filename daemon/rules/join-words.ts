// Makes a text of words or sentences in any language. Most languages put spaces between them;
// Chinese, Japanese, Thai and a few more do not.

/** Scripts that are written without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Their punctuation brings its own room, brackets on either side. */
const MARKS = /[、。，！？：；・…「」『』（）《》〈〉【】〔〕]/u
const ENDS_UNSPACED = new RegExp(`(${UNSPACED.source}|${MARKS.source})$`, 'u')
const BEGINS_UNSPACED = new RegExp(`^(${UNSPACED.source}|${MARKS.source})`, 'u')

/** With a space between two, except where their script has none. */
export function joinWords(words: readonly string[]): string {
  const spaced = words.map((word, i) => {
    const before = words[i - 1]
    if (before === undefined) return word
    const close = ENDS_UNSPACED.test(before.slice(-2)) && BEGINS_UNSPACED.test(word)
    return close ? word : ` ${word}`
  })
  return spaced.join('')
}
