// How many columns a text takes on a terminal, and making it take fewer: CJK and emoji take two,
// combining marks none. Small tables of our own, so that a list loads no package; they agree with
// the layout of the live view. Expects text without control characters (see text.ts).

/** East Asian Width W and F; gaps within a block count as wide. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18df2}\u{1aff0}-\u{1b2fb}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Marks on the letter before, format characters, and the vowels and finals of Hangul syllables. */
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]/u

/** Sequences drawn as one picture: flags, keycaps, joined emoji, and symbols asked for as emoji. */
const PICTURE =
  /^(?:\p{RI}{2}|[\d#*]\ufe0f?\u20e3|\p{Emoji}\ufe0f|\p{Extended_Pictographic}.*\u200d\p{Extended_Pictographic}|\p{Emoji_Presentation})/su

const ASCII = /^[\x20-\x7e]*$/

let segmenter: Intl.Segmenter | undefined

/** Columns on a terminal. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  return lettersOf(text).reduce((sum, letter) => sum + widthOfLetter(letter), 0)
}

/** Fills up with blanks to `columns`. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}

/** The text with its middle left out, `…` in its place, when it takes more than `columns`. */
export function truncateMiddle(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ''
  const letters = lettersOf(text)
  const head = taken(letters, Math.ceil((columns - 1) / 2))
  const tail = taken(letters.reverse(), columns - 1 - widthOf(head.join('')))
  return `${head.join('')}…${tail.reverse().join('')}`
}

/** As many of the first letters as fit. */
function taken(letters: string[], columns: number): string[] {
  let left = columns
  const end = letters.findIndex((letter) => {
    left -= widthOfLetter(letter)
    return left < 0
  })
  return end < 0 ? letters : letters.slice(0, end)
}

/** What a reader takes for one letter, with its marks. */
function lettersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function widthOfLetter(letter: string): number {
  if (PICTURE.test(letter)) return 2
  let columns = 0
  for (const character of letter) {
    if (!NO_WIDTH.test(character)) columns += WIDE.test(character) ? 2 : 1
  }
  return columns
}
