// Words with times to cues that a person would want to read. Breaking is an optimisation, as for
// the lines of a paragraph: every cue has a cost (too short, pauses inside, where it ends) and the
// cheapest sequence wins; greedy filling would leave orphans. No cue holds two speakers, or two
// languages. Pure and incremental: the last cue stays open until more words, or the end, show where
// it ends.
import type { Segment, Word } from '../../src/api/types.ts'
import { joinWords } from '../rules/join-words.ts'
import { type Ending, endingOf } from './sentence.ts'
import { roundMs } from './words.ts'

export const MAX_CUE_SECONDS = 7
export const MAX_CUE_CHARACTERS = 84
/** A cue is shown at least so long where the next one leaves room. */
export const MIN_CUE_SECONDS = 1

/** A silence that no cue spans. */
const BREAK_SECONDS = 1.5
/** A breath that nobody notices in a cue. */
const LIGHT_PAUSE_SECONDS = 0.25
const ENDING_COST: Record<Ending, number> = {
  sentence: 0,
  clause: 5,
  phrase: 8,
  plain: 14,
  leaning: 22,
}

export interface CueBuilder {
  /** Takes further words, in time order; returns the cues that are complete now. */
  push(words: readonly Word[], language: string | null): Segment[]
  /** No more words; `mediaSeconds` bounds the last cue. */
  end(mediaSeconds: number): Segment[]
}

export function createCueBuilder(): CueBuilder {
  let open: Word[] = []
  let openLanguage: string | null = null
  return {
    push(words, language) {
      const [first] = words
      if (first === undefined) return []
      if (language !== openLanguage && open.length > 0) {
        return [...this.end(first.start), ...this.push(words, language)]
      }
      openLanguage = language
      open = [...open, ...words]
      const cues = breakIntoCues(open, false)
      open = cues.pop() ?? []
      return cues.map((cue, index) =>
        toSegment(cue, language, (cues[index + 1] ?? open)[0]?.start ?? Number.POSITIVE_INFINITY),
      )
    },
    end(mediaSeconds) {
      const cues = breakIntoCues(open, true)
      open = []
      return cues.map((cue, index) =>
        toSegment(cue, openLanguage, cues[index + 1]?.[0]?.start ?? mediaSeconds),
      )
    },
  }
}

function toSegment(words: Word[], language: string | null, limitSeconds: number): Segment {
  const start = words[0]?.start ?? 0
  const spokenEnd = words.at(-1)?.end ?? start
  const end = Math.max(spokenEnd, Math.min(start + MIN_CUE_SECONDS, limitSeconds))
  const text = joinWords(words.map((word) => word.text))
  const speaker = words[0]?.speaker ?? null
  return { start, end: roundMs(end), speaker, language, text, words }
}

/**
 * The cheapest way to cut the words into cues, all words in their order.
 *
 * @param final false while words may still follow: then nothing speaks against a short last cue
 */
function breakIntoCues(words: readonly Word[], final: boolean): Word[][] {
  const joints = words.map((word, index) => jointAfter(word, words[index + 1]))
  const costs = [0]
  const begins = [0]
  for (let end = 1; end <= words.length; end += 1) {
    const open = end === words.length && !final
    const best = cheapestCue(words, joints, costs, end, open)
    costs.push(best.cost)
    begins.push(best.begin)
  }
  const cues: Word[][] = []
  for (let end = words.length; end > 0; end = begins[end] ?? 0) {
    cues.unshift(words.slice(begins[end] ?? 0, end))
  }
  return cues
}

/** What it costs, between a word and the next, to break and not to break. */
interface Joint {
  /** No cue goes over it. */
  closed: boolean
  breaking: number
  running: number
}

function jointAfter(word: Word, next: Word | undefined): Joint {
  if (next === undefined) return { closed: false, breaking: 0, running: 0 }
  const pauseSeconds = next.start - word.end
  const ending = endingOf(word.text, next.text)
  const overSentence = ending === 'sentence' ? 7 + 10 * pauseSeconds : 0
  const overPause = 25 * Math.max(0, pauseSeconds - LIGHT_PAUSE_SECONDS)
  return {
    closed: pauseSeconds >= BREAK_SECONDS || next.speaker !== word.speaker,
    breaking: ENDING_COST[ending] * Math.max(0, 1 - pauseSeconds),
    running: overSentence + overPause,
  }
}

/** The best last cue before `end`: where it begins and the cost of all cues up to `end`. */
function cheapestCue(
  words: readonly Word[],
  joints: readonly Joint[],
  costs: readonly number[],
  end: number,
  open: boolean,
): { begin: number; cost: number } {
  const last = words[end - 1]
  const best = { begin: end - 1, cost: Number.POSITIVE_INFINITY }
  let characters = -1
  let running = 0
  for (let begin = end - 1; begin >= 0; begin -= 1) {
    const word = words[begin]
    if (word === undefined || last === undefined) break
    characters += word.text.length + 1
    const size = { words: end - begin, characters, seconds: last.end - word.start }
    if (size.words > 1) {
      const joint = joints[begin]
      running += joint?.running ?? 0
      if (!fits(size) || joint?.closed) break
    }
    const closing = open ? 0 : shortness(size) + (joints[end - 1]?.breaking ?? 0)
    const cost = (costs[begin] ?? 0) + running + fullness(size) + closing
    if (cost < best.cost) Object.assign(best, { begin, cost })
  }
  return best
}

interface Size {
  words: number
  characters: number
  seconds: number
}

function fits({ characters, seconds }: Size): boolean {
  return seconds <= MAX_CUE_SECONDS && characters <= MAX_CUE_CHARACTERS
}

/** Convex, so that two cues share a sentence evenly; the constant speaks for few cues. */
function fullness({ characters }: Size): number {
  return 6 + 8 * (characters / MAX_CUE_CHARACTERS) ** 2
}

function shortness({ words, characters, seconds }: Size): number {
  return (words === 1 ? 12 : 0) + (characters < 20 ? 6 : 0) + (seconds < 1.2 ? 4 : 0)
}
