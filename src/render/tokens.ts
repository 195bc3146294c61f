// Text as the pieces between which a line may break: words, and in scripts that write without
// spaces what the Unicode word rules and their dictionaries call a word. Pure.
import { charactersIn, charactersOf } from './characters.ts'

export interface Token {
  text: string
  /** What stands before it in a line; a line break takes its place. */
  glue: string
  /** Characters of the text. */
  width: number
  startMs: number
  endMs: number
  /** Part of a speaker's name or of a time before the text. */
  label: boolean
}

/** White space between words; a no-break space is part of its word. */
const WORDS =
  /([\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]*)([^\t \u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+)/gu
const LINE_ENDS = /[\t \u3000]*[\n\v\f\r\u0085\u2028\u2029]+\s*/gu
const CONTROLS = /[\p{Cc}\ufeff]/gu
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const OPENING = /^[\p{Ps}\p{Pi}]+$/u

let segmenter: Intl.Segmenter | undefined

/** On one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(LINE_ENDS, ' ').replaceAll('\t', ' ').replace(CONTROLS, '').trim()
}

/**
 * @param text of one line
 * @param maxWidth words above it are cut into even pieces
 * @returns in order; their texts with their glue are `text`; times are 0
 */
export function tokensOf(text: string, maxWidth: number, label = false): Token[] {
  return Array.from(text.matchAll(WORDS)).flatMap(([, space = '', word = '']) =>
    partsOf(word)
      .flatMap((part) => piecesOf(part, maxWidth))
      .map((piece, index) => tokenOf(piece, index === 0 ? space : '', label)),
  )
}

/** A label that no line break should tear, where it fits. */
export function labelOf(text: string, maxWidth: number): Token[] {
  return charactersIn(text) <= maxWidth ? [tokenOf(text, '', true)] : tokensOf(text, maxWidth, true)
}

/** The tokens as running text. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ glue, text }, index) => (index === 0 ? text : glue + text)).join('')
}

function tokenOf(text: string, glue: string, label: boolean): Token {
  return { text, glue, width: charactersIn(text), startMs: 0, endMs: 0, label }
}

/** Punctuation stays with the word that it closes or opens. */
function partsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const parts: string[] = []
  let opening = ''
  for (const { segment, isWordLike } of segmenter.segment(word)) {
    if (OPENING.test(segment)) opening += segment
    else if (isWordLike === true || opening !== '' || parts.length === 0) {
      parts.push(opening + segment)
      opening = ''
    } else parts.push(`${parts.pop()}${segment}`)
  }
  if (opening !== '') parts.push(`${parts.pop() ?? ''}${opening}`)
  return parts
}

function piecesOf(word: string, maxWidth: number): string[] {
  const width = charactersIn(word)
  if (width <= maxWidth) return [word]
  const characters = charactersOf(word)
  const count = Math.ceil(width / maxWidth)
  const at = (index: number) => Math.round((index * width) / count)
  return Array.from({ length: count }, (_, index) =>
    characters.slice(at(index), at(index + 1)).join(''),
  )
}
