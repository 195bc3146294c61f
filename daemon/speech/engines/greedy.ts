// Greedy decoding with the three models that a pull makes of Moonshine: `encoder` turns samples
// into states, `cross` turns these into attention keys and values once a piece, `step` makes one
// token of the one before. All tensors that grow or are large go from run to run as they are.
// One thread: more threads in one process are slower and cost a multiple of the work.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Decoded, type Token, type TokenDecoder, writeTokens } from './token-decoder.ts'

type Tensors = Record<string, Tensor>

const LAYERS = [0, 1, 2, 3, 4, 5]
const HEADS = 8
const HEAD_SIZE = 36
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // The runtime would remember a memory plan for every shape it has met, and here each length of
  // audio times each count of tokens is one: memory would grow for ever.
  enableMemPattern: false,
  // Keeps quantised products as they are written instead of expanding them to floats.
  extra: { session: { disable_quant_qdq: '1' } },
}

export class GreedyDecoder implements TokenDecoder {
  readonly #encoder: InferenceSession
  readonly #cross: InferenceSession
  readonly #step: InferenceSession

  private constructor(encoder: InferenceSession, cross: InferenceSession, step: InferenceSession) {
    this.#encoder = encoder
    this.#cross = cross
    this.#step = step
  }

  /** Loads the three models from their paths. */
  static async open(paths: { encoder: string; cross: string; step: string }) {
    const open = (path: string) => InferenceSession.create(path, SESSION_OPTIONS)
    return new GreedyDecoder(
      await open(paths.encoder),
      await open(paths.cross),
      await open(paths.step),
    )
  }

  async decode(samples: Float32Array, signal?: AbortSignal): Promise<Decoded> {
    const cross = await this.#listen(samples, signal)
    let past = emptyPast()
    return writeTokens(
      samples,
      async (previous) => {
        const made = await this.#step.run({ token: tokenTensor(previous), ...cross, ...past })
        past = pastOf(made)
        return tokenOf(made)
      },
      signal,
    )
  }

  async #listen(samples: Float32Array, signal?: AbortSignal): Promise<Tensors> {
    signal?.throwIfAborted()
    const input = new Tensor('float32', samples, [1, samples.length])
    const { last_hidden_state } = await this.#encoder.run({ input_values: input })
    signal?.throwIfAborted()
    if (last_hidden_state === undefined) throw new Error('the encoder gave no states')
    return this.#cross.run({ encoder_hidden_states: last_hidden_state }) as Promise<Tensors>
  }

  async close(): Promise<void> {
    await this.#encoder.release()
    await this.#cross.release()
    await this.#step.release()
  }
}

export function tokenTensor(id: number): Tensor {
  return new Tensor('int64', BigInt64Array.of(BigInt(id)), [1, 1])
}

function emptyPast(): Tensors {
  const none = () => new Tensor('float32', new Float32Array(0), [1, HEADS, 0, HEAD_SIZE])
  return Object.fromEntries(
    LAYERS.flatMap((n) => [
      [`past.${n}.key`, none()],
      [`past.${n}.value`, none()],
    ]),
  )
}

function pastOf(made: InferenceSession.OnnxValueMapType): Tensors {
  const past: Tensors = {}
  for (const [name, value] of Object.entries(made))
    if (name.startsWith('present.')) past[name.replace('present', 'past')] = value as Tensor
  return past
}

function tokenOf(made: InferenceSession.OnnxValueMapType): Token {
  return {
    id: Number(made.next_token?.data[0]),
    logProbability: Number(made.log_probability?.data[0]),
    attention: made.attention?.data as Float32Array,
  }
}
