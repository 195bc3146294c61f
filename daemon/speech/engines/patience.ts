// How long an engine may take over a piece before it counts as stuck: many times what a slow
// processor needs, as a piece that is given up too early is given up again at the next try.
import type { EngineConfig } from './config.ts'

/** In seconds: for any piece, and for each second of its audio. */
const FAMILIES: Record<EngineConfig['family'], { base: number; perSecond: number }> = {
  moonshine: { base: 15, perSecond: 2 },
  'sense-voice': { base: 40, perSecond: 4 },
  'nemo-transducer': { base: 60, perSecond: 10 },
  // It works as long on a second as on half a minute; the largest needs minutes on an old core.
  whisper: { base: 400, perSecond: 4 },
  // Nobody knows how fast it is.
  command: { base: 300, perSecond: 20 },
}

/** A doubtful piece is heard again, in two halves. */
const ANSWERS_A_PIECE = 3

/** Seconds that one answer of the engine may take. */
export function answerSeconds(family: EngineConfig['family'], audioSeconds: number): number {
  const { base, perSecond } = FAMILIES[family]
  return base + perSecond * audioSeconds
}

/** Seconds that a recogniser may be silent over a piece. */
export function pieceSilenceSeconds(family: EngineConfig['family'], audioSeconds: number): number {
  return ANSWERS_A_PIECE * answerSeconds(family, audioSeconds)
}
