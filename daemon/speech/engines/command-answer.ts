// Reads the answers of a speech program: lines of JSON (see command.ts). They come from outside, so
// whatever is not of the right kind is refused or put right.
import type { Word } from '../../../src/api/types.ts'
import { joinWords } from '../../rules/join-words.ts'
import { failed } from './command-process.ts'
import type { Recognition } from './engine.ts'
import { inOrder, spreadWords } from './timed-words.ts'

const SAMPLE_RATE = 16_000
const MOST_LINES = 10_000
const MOST_WORDS = 10_000
/** A tag of any length, of which the first part counts. */
const LANGUAGE = /^([a-z]{2,3})(?:[-_].*)?$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be found
const CONTROL = /[\u0000-\u001f\u007f]+/g

interface Line {
  text?: unknown
  start?: unknown
  end?: unknown
  words?: unknown
  language?: unknown
  done?: unknown
  error?: unknown
}

export interface Answer {
  /** @returns true when the answer is complete */
  add(line: string): boolean
  recognition(): Recognition
}

/**
 * @param asked the language that was asked for, or `auto`
 * @throws JobError (from `add`) when the program says that it failed, or answers something else
 */
export function createAnswer(samples: Float32Array, asked: string): Answer {
  const words: Word[] = []
  let language = asked === 'auto' ? null : asked
  let count = 0
  return {
    add(text) {
      if (text.trim() === '') return false
      count += 1
      if (count > MOST_LINES) throw failed(`it answered more than ${MOST_LINES} lines`)
      const line = parsed(text)
      if (line.error) throw failed(reasonOf(line.error))
      const [, heard] =
        typeof line.language === 'string' ? (LANGUAGE.exec(line.language) ?? []) : []
      if (heard !== undefined) language = heard.toLowerCase()
      const found = wordsOf(line, samples)
      if (words.length + found.length > MOST_WORDS) {
        throw failed(`it heard more than ${MOST_WORDS} words in one piece`)
      }
      words.push(...found)
      return line.done === true
    },
    recognition() {
      const ordered = inOrder(words, samples.length / SAMPLE_RATE)
      const text = joinWords(ordered.map((word) => word.text))
      return { text, words: ordered, meanLogProbability: null, language }
    },
  }
}

function parsed(text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null) return line
  } catch {
    // Told below.
  }
  throw failed(`it answered something that is no JSON object (${text.slice(0, 80)})`)
}

function reasonOf(error: unknown): string {
  return typeof error === 'string' ? error : JSON.stringify(error)
}

/** No word that was said is lost because its time is missing: then all times are guessed. */
function wordsOf({ text, start, end, words }: Line, samples: Float32Array): Word[] {
  const given = Array.isArray(words) ? words.filter((word) => textOf(word) !== '') : []
  if (given.length > 0 && given.every(isTimed)) return given.map(wordOf)
  const said = clean(typeof text === 'string' ? text : joinWords(given.map(textOf)))
  if (said === '') return []
  if (said.length > MOST_WORDS) throw failed(`it heard ${said.length} characters in one piece`)
  const seconds = samples.length / SAMPLE_RATE
  const from = within(start, 0, seconds)
  const to = Math.max(from, within(end, seconds, seconds))
  const part = samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
  return spreadWords(said, part, to - from).map((word) => ({
    ...word,
    start: word.start + from,
    end: word.end + from,
  }))
}

/** Empty when there is none. */
function textOf(word: unknown): string {
  const text = typeof word === 'object' && word !== null && 'text' in word ? word.text : ''
  return typeof text === 'string' ? clean(text) : ''
}

interface TimedWord {
  start: number
  end: number
  confidence?: unknown
}

function isTimed(word: unknown): word is TimedWord {
  if (typeof word !== 'object' || word === null || !('start' in word && 'end' in word)) return false
  return typeof word.start === 'number' && typeof word.end === 'number'
}

function wordOf(word: TimedWord): Word {
  const { start, end, confidence } = word
  const sure = typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence)) : null
  return { start, end, text: textOf(word), confidence: sure, speaker: null }
}

function clean(text: string): string {
  return text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim()
}

function within(value: unknown, otherwise: number, most: number): number {
  if (typeof value !== 'number') return otherwise
  return Math.min(Math.max(0, value), most)
}
