// Reads the answers of a speech program: lines of JSON (see command.ts). They come from outside, so
// whatever is not of the right kind is refused or put right.
import type { Word } from '../../../src/api/types.ts'
import { joinWords } from '../../rules/join-words.ts'
import { failed } from './command-process.ts'
import type { Recognition } from './engine.ts'
import { inOrder, spreadWords } from './timed-words.ts'

const SAMPLE_RATE = 16_000
const MOST_LINES = 10_000
const LANGUAGE = /^[a-z]{2,3}$/
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
      if (typeof line.error === 'string') throw failed(line.error.slice(0, 200))
      if (typeof line.language === 'string' && LANGUAGE.test(line.language)) {
        language = line.language
      }
      words.push(...wordsOf(line, samples))
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

function wordsOf({ text, start, end, words }: Line, samples: Float32Array): Word[] {
  if (Array.isArray(words)) return words.flatMap((word: unknown) => wordOf(word))
  const said = typeof text === 'string' ? clean(text) : ''
  if (said === '') return []
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

function wordOf(word: unknown): Word[] {
  if (typeof word !== 'object' || word === null) return []
  const { text, start, end, confidence } = word as Record<string, unknown>
  const said = typeof text === 'string' ? clean(text) : ''
  if (said === '' || typeof start !== 'number' || typeof end !== 'number') return []
  const sure = typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence)) : null
  return [{ start, end, text: said, confidence: sure, speaker: null }]
}

function clean(text: string): string {
  return text.replace(CONTROL, ' ').replace(/\s+/g, ' ').trim()
}

function within(value: unknown, otherwise: number, most: number): number {
  if (typeof value !== 'number') return otherwise
  return Math.min(Math.max(0, value), most)
}
