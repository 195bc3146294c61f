// Where words begin in a text of any language. Most languages put spaces between words; Chinese,
// Japanese, Thai and a few more do not, and there the system's own word list decides. Pure.
import { UNSPACED } from '../../rules/join-words.ts'

/** A word, punctuation included, and where its text stands: characters `from` to before `to`. */
export interface TextSpan {
  text: string
  from: number
  to: number
}

/** The words of a text, in order; what is no word belongs to the one before it. */
export function splitWords(text: string): TextSpan[] {
  return [...text.matchAll(/\S+/gu)].flatMap((match) => {
    const from = match.index
    if (!UNSPACED.test(match[0])) return [{ text: match[0], from, to: from + match[0].length }]
    return splitUnspaced(match[0]).map((part) => ({
      text: part.text,
      from: from + part.from,
      to: from + part.to,
    }))
  })
}

function splitUnspaced(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  for (const { segment, index, isWordLike } of segments) {
    const last = spans.at(-1)
    if (isWordLike || last === undefined) {
      spans.push({ text: segment, from: index, to: index + segment.length })
    } else {
      last.text += segment
      last.to += segment.length
    }
  }
  return spans
}
