// Finds when each token was said: the cheapest monotonic path (Viterbi) through the audio frames,
// guided by where the decoder looked while it wrote the token and by where the audio is loud.
// Between words the path may rest in silence. Pure arithmetic; knows no text.

/** Over frames: where the decoder looked for a token; divided by its maximum before use. */
export type Attention = Float32Array

export interface AlignedToken {
  attention: Attention
  /** A pause may come before this token. */
  beginsWord: boolean
}

/** First and last frame of a token. */
export interface FrameSpan {
  first: number
  last: number
}

const SILENCE_BONUS = 0.05
const QUIET_PENALTY = 0.4

/**
 * Aligns tokens with frames; every token gets at least one frame.
 *
 * @param speech likeness of speech of each frame, 0 to 1
 * @returns one span a token, in order, not overlapping
 * @throws RangeError when there are more tokens than frames
 */
export function alignTokens(tokens: readonly AlignedToken[], speech: Float32Array): FrameSpan[] {
  if (tokens.length > speech.length) throw new RangeError('more tokens than frames')
  const states = statesOf(tokens)
  return spansOf(bestPath(states, speech), states, tokens.length)
}

/** One token, or (token null) the optional silence before the token that follows it. */
interface State {
  token: number | null
  score(frame: number, speech: number): number
}

function statesOf(tokens: readonly AlignedToken[]): State[] {
  const silence: State = { token: null, score: (_, speech) => SILENCE_BONUS + 0.5 - speech }
  const states: State[] = []
  for (const [token, { attention, beginsWord }] of tokens.entries()) {
    if (beginsWord || token === 0) states.push(silence)
    const highest = attention.reduce((a, b) => Math.max(a, b), Number.MIN_VALUE)
    states.push({
      token,
      score: (frame, speech) => (attention[frame] ?? 0) / highest - QUIET_PENALTY * (1 - speech),
    })
  }
  return [...states, silence]
}

/**
 * The best state for every frame. A path may stay, move on by one, or skip a silence; it begins in
 * one of the first two states and ends in one of the last two.
 */
function bestPath(states: State[], speech: Float32Array): Uint16Array {
  const from = Array.from(speech, () => new Uint16Array(states.length))
  let scores = states.map((state, i) => (i < 2 ? state.score(0, speech[0] ?? 0) : -Infinity))
  for (let frame = 1; frame < speech.length; frame++) {
    const before = scores
    scores = states.map((state, i) => {
      const source = bestSource(before, states, i)
      const row = from[frame]
      if (row) row[i] = source
      return (before[source] ?? -Infinity) + state.score(frame, speech[frame] ?? 0)
    })
  }
  const last = states.length - 1
  let state = (scores[last - 1] ?? 0) > (scores[last] ?? 0) ? last - 1 : last
  const path = new Uint16Array(speech.length)
  for (let frame = speech.length - 1; frame >= 0; frame--) {
    path[frame] = state
    state = from[frame]?.[state] ?? 0
  }
  return path
}

function bestSource(scores: number[], states: State[], to: number): number {
  let best = to
  const reach = to >= 2 && states[to]?.token !== null && states[to - 1]?.token === null ? 2 : 1
  for (let source = to - 1; source >= Math.max(0, to - reach); source--)
    if ((scores[source] ?? -Infinity) > (scores[best] ?? -Infinity)) best = source
  return best
}

function spansOf(path: Uint16Array, states: State[], count: number): FrameSpan[] {
  const spans: FrameSpan[] = Array.from({ length: count }, () => ({ first: -1, last: -1 }))
  for (const [frame, index] of path.entries()) {
    const span = spans[states[index]?.token ?? -1]
    if (span === undefined) continue
    if (span.first < 0) span.first = frame
    span.last = frame
  }
  return spans
}
