// Words with times to cues that a person would want to read. Breaking is an optimisation, as for
// the lines of a paragraph: every cue has a cost (too short, pauses inside, where it ends) and the
// cheapest sequence wins; greedy filling would leave orphans. Pure and incremental: the last cue
// stays open until more words, or the end, show where it ends.
import type { Segment, Word } from '../../src/api/types.ts'
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
const ENDING_COST: Record<Ending, number> = { sentence: 0, clause: 5, plain: 14, leaning: 22 }

export interface CueBuilder {
  /** Takes further words, in time order; returns the cues that are complete now. */
  push(words: readonly Word[], language: string): Segment[]
  /** No more words; `mediaSeconds` bounds the last cue. */
  end(mediaSeconds: number): Segment[]
}

export function createCueBuilder(): CueBuilder {
  let open: Word[] = []
  let openLanguage: string | null = null
  return {
    push(words, language) {
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
  const text = words.map((word) => word.text).join(' ')
  return { start, end: roundMs(end), speaker: null, language, text, words }
}

/**
 * The cheapest way to cut the words into cues, all words in their order.
 *
 * @param final false while words may still follow: then nothing speaks against a short last cue
 */
function breakIntoCues(words: readonly Word[], final: boolean): Word[][] {
  const costs = [0]
  const begins = [0]
  for (let end = 1; end <= words.length; end += 1) {
    const last = end === words.length
    let best = Number.POSITIVE_INFINITY
    let bestBegin = end - 1
    for (let begin = end - 1; begin >= 0; begin -= 1) {
      const cue = words.slice(begin, end)
      if (cue.length > 1 && !fits(cue)) break
      const cost = (costs[begin] ?? 0) + cueCost(cue, words[end], last && !final)
      if (cost >= best) continue
      best = cost
      bestBegin = begin
    }
    costs.push(best)
    begins.push(bestBegin)
  }
  const cues: Word[][] = []
  for (let end = words.length; end > 0; end = begins[end] ?? 0) {
    cues.unshift(words.slice(begins[end] ?? 0, end))
  }
  return cues
}

function fits(cue: readonly Word[]): boolean {
  const seconds = (cue.at(-1)?.end ?? 0) - (cue[0]?.start ?? 0)
  if (seconds > MAX_CUE_SECONDS || characters(cue) > MAX_CUE_CHARACTERS) return false
  return (pauseBetween(cue[0], cue[1]) ?? 0) < BREAK_SECONDS
}

function cueCost(cue: readonly Word[], next: Word | undefined, open: boolean): number {
  const length = characters(cue) / MAX_CUE_CHARACTERS
  return 6 + 8 * length ** 2 + insideCost(cue) + (open ? 0 : shortCost(cue) + endCost(cue, next))
}

function shortCost(cue: readonly Word[]): number {
  const seconds = (cue.at(-1)?.end ?? 0) - (cue[0]?.start ?? 0)
  return (cue.length === 1 ? 12 : 0) + (characters(cue) < 20 ? 6 : 0) + (seconds < 1.2 ? 4 : 0)
}

function endCost(cue: readonly Word[], next: Word | undefined): number {
  const last = cue.at(-1)
  if (last === undefined || next === undefined) return 0
  const pause = pauseBetween(last, next) ?? 0
  const cost = ENDING_COST[endingOf(last.text, next.text)]
  return cost * Math.max(0, 1 - pause)
}

/** Sentence ends and pauses that the cue runs over. */
function insideCost(cue: readonly Word[]): number {
  return cue.slice(0, -1).reduce((sum, word, index) => {
    const next = cue[index + 1]
    const pause = pauseBetween(word, next) ?? 0
    const sentence = endingOf(word.text, next?.text) === 'sentence'
    return sum + (sentence ? 7 + 10 * pause : 0) + 25 * Math.max(0, pause - LIGHT_PAUSE_SECONDS)
  }, 0)
}

function pauseBetween(word: Word | undefined, next: Word | undefined): number | undefined {
  return word === undefined || next === undefined ? undefined : next.start - word.end
}

function characters(cue: readonly Word[]): number {
  return cue.reduce((sum, word) => sum + word.text.length + 1, -1)
}
