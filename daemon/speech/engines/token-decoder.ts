// What Moonshine's decoders have in common: one token after the other, each the most likely one,
// until the end, a loop, or more tokens than anybody says.
import { loopLength } from './loops.ts'

export interface Token {
  id: number
  /** Natural logarithm of its probability. */
  logProbability: number
  /** Where over the frames the decoder looked while it wrote this token; empty when it does not tell. */
  attention: Float32Array
}

export interface Decoded {
  tokens: Token[]
  /** How many tokens at the end only repeat what stands before; 0 when the decode ended well. */
  looping: number
}

export interface TokenDecoder {
  /**
   * Decodes one piece; other work of this thread runs between the tokens.
   *
   * @param samples 16 kHz mono, at least 1 s
   */
  decode(samples: Float32Array, signal?: AbortSignal): Promise<Decoded>
  close(): Promise<void>
}

const START_TOKEN = 1
const END_TOKEN = 2
const SAMPLE_RATE = 16_000
/** Nobody says more tokens in a second; with the spare ones a short piece can still end. */
const TOKENS_PER_SECOND = 10
const SPARE_TOKENS = 8

/** @param next the token that follows this one */
export async function writeTokens(
  samples: Float32Array,
  next: (previous: number) => Promise<Token>,
  signal?: AbortSignal,
): Promise<Decoded> {
  const limit = Math.ceil((samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND) + SPARE_TOKENS
  const tokens: Token[] = []
  let previous = START_TOKEN
  while (tokens.length < limit) {
    const token = await next(previous)
    signal?.throwIfAborted()
    if (token.id === END_TOKEN) break
    tokens.push(token)
    const looping = loopLength(tokens.map(({ id }) => id))
    if (looping > 0) return { tokens, looping }
    previous = token.id
  }
  return { tokens, looping: 0 }
}
