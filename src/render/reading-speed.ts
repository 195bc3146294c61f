// Gives readers time: a cue that is too fast to read stays on into the silence after it, or joins
// a neighbour that has time to spare. Nothing appears before it is spoken, and no cue runs into
// the next; where people simply speak too fast, the cue stays as it is and is counted. Pure.
import { charactersIn } from './characters.ts'
import type { Box, Cue } from './cues.ts'
import { linesOf } from './lines.ts'
import { type Token, textOf } from './tokens.ts'

/** Cues join across no longer pause, and to no longer cue, than these. */
const JOINED_PAUSE_MS = 1000
const JOINED_MS = 7000
/** Two lines of the usual length, where no lines were asked for. */
const JOINED_CHARACTERS = 84

/** @param mediaEndMs no cue is made to last beyond it */
export function giveTime(cues: readonly Cue[], box: Box, mediaEndMs: number): Cue[] {
  const joined: Cue[] = []
  for (const [index, cue] of cues.entries()) {
    const last = joined.at(-1)
    const roomMs = limitOf(cue, cues[index + 1], mediaEndMs)
    const both = last === undefined ? null : join(last, cue, box)
    const helps =
      last !== undefined &&
      both !== null &&
      (lacksTime(last, limitOf(last, cue, mediaEndMs), box) || lacksTime(cue, roomMs, box)) &&
      !lacksTime(both, roomMs, box)
    if (helps) joined[joined.length - 1] = both
    else joined.push(cue)
  }
  return joined.map((cue, index) => {
    const limitMs = limitOf(cue, joined[index + 1], mediaEndMs)
    return {
      ...cue,
      endMs: Math.max(cue.endMs, Math.min(limitMs, cue.startMs + neededMs(cue, box))),
    }
  })
}

/** How many cues are still too fast to read. */
export function countTooFast(cues: readonly Cue[], box: Box): number {
  return cues.filter((cue) => lacksTime(cue, cue.endMs, box)).length
}

function lacksTime(cue: Cue, endMs: number, box: Box): boolean {
  return neededMs(cue, box) > endMs - cue.startMs
}

function neededMs({ tokens }: Cue, { maxCps }: Box): number {
  return Math.ceil((charactersIn(textOf(tokens)) * 1000) / maxCps)
}

/** Until when a cue may be shown; it never gets shorter, also where the next one overlaps it. */
function limitOf(cue: Cue, next: Cue | undefined, mediaEndMs: number): number {
  return Math.max(cue.endMs, Math.min(next?.startMs ?? mediaEndMs, mediaEndMs))
}

/** @returns null where the two have to stay apart */
function join(first: Cue, second: Cue, box: Box): Cue | null {
  const pauseMs = second.startMs - first.endMs
  if (first.speaker !== second.speaker || pauseMs < 0 || pauseMs > JOINED_PAUSE_MS) return null
  if (second.endMs - first.startMs > JOINED_MS) return null
  const tokens = [...first.tokens, ...continuation(second.tokens)]
  if (!fits(tokens, box)) return null
  return { ...first, endMs: second.endMs, tokens, timed: first.timed && second.timed }
}

/** Without the speaker's name, which stands there already. */
function continuation(tokens: readonly Token[]): Token[] {
  const text = tokens.filter(({ label }) => !label)
  const [first] = text
  return first === undefined ? text : [{ ...first, glue: ' ' }, ...text.slice(1)]
}

function fits(tokens: readonly Token[], { maxLine, maxLines }: Box): boolean {
  if (maxLine === Number.POSITIVE_INFINITY) {
    return charactersIn(textOf(tokens)) <= JOINED_CHARACTERS
  }
  return linesOf(tokens, maxLine).length <= maxLines
}
