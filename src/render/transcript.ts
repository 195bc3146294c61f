// A transcript with the user's names and on the user's clock, before it takes any form. Pure.
import type { Segment, Transcript, Transcription } from '../api/types.ts'
import type { Cue } from './cues.ts'
import { oneLine } from './tokens.ts'

/** A transcription that has its transcript. */
export type Transcribed = Transcription & { transcript: Transcript }

/** The segments with the speakers' new names; without any where speakers were not identified. */
export function namedSegments(
  { speakers, segments }: Transcript,
  names: ReadonlyMap<string, string> = new Map(),
): Segment[] {
  return segments.map((segment) => {
    const { speaker } = segment
    const name = speaker === null || speakers.length === 0 ? '' : (names.get(speaker) ?? speaker)
    return { ...segment, speaker: oneLine(name) || null }
  })
}

/** Moves cues and their words; cuts off what comes to lie before 0, and drops what lies there. */
export function shiftCues(cues: readonly Cue[], shiftSeconds = 0): Cue[] {
  const byMs = Math.round(shiftSeconds * 1000)
  if (byMs === 0) return [...cues]
  const moved = (ms: number) => Math.max(0, ms + byMs)
  return cues
    .filter(({ endMs }) => endMs + byMs > 0)
    .map((cue) => ({
      ...cue,
      ...{ startMs: moved(cue.startMs), endMs: moved(cue.endMs) },
      tokens: cue.tokens.map((token) => ({
        ...token,
        ...{ startMs: moved(token.startMs), endMs: moved(token.endMs) },
      })),
    }))
}
