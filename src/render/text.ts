// Plain text: a line a segment, as the server has it, or several where lines have a length. Pure.
import { clock } from './clock.ts'
import type { Cue } from './cues.ts'
import { linesOf } from './lines.ts'
import { labelOf, type Token } from './tokens.ts'

/** @param timestamps puts [hh:mm:ss] before each cue */
export function renderText(cues: readonly Cue[], maxLine: number, timestamps: boolean): string {
  return cues
    .flatMap((cue) => linesOf(timestamps ? stamped(cue, maxLine) : cue.tokens, maxLine))
    .map((line) => `${line}\n`)
    .join('')
}

function stamped({ startMs, tokens }: Cue, maxLine: number): Token[] {
  const [first, ...rest] = tokens
  const time = labelOf(`[${clock(startMs)}]`, maxLine)
  return first === undefined ? time : [...time, { ...first, glue: ' ' }, ...rest]
}
