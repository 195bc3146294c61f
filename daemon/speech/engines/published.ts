// Moonshine's decoder as it is published: for the sizes whose decoder has not been edited, slower
// and without a word on where it listened. The sizes of its tensors are read off the model.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { SESSION_OPTIONS, tokenTensor } from './greedy.ts'
import { type Decoded, type Token, type TokenDecoder, writeTokens } from './token-decoder.ts'

type Tensors = Record<string, Tensor>

const PAST = 'past_key_values'

export class PublishedDecoder implements TokenDecoder {
  readonly #encoder: InferenceSession
  readonly #decoder: InferenceSession

  private constructor(encoder: InferenceSession, decoder: InferenceSession) {
    this.#encoder = encoder
    this.#decoder = decoder
  }

  /** Loads the two models from their paths. */
  static async open(paths: { encoder: string; decoder: string }) {
    const open = (path: string) => InferenceSession.create(path, SESSION_OPTIONS)
    return new PublishedDecoder(await open(paths.encoder), await open(paths.decoder))
  }

  async decode(samples: Float32Array, signal?: AbortSignal): Promise<Decoded> {
    signal?.throwIfAborted()
    const input = new Tensor('float32', samples, [1, samples.length])
    const { last_hidden_state: states } = await this.#encoder.run({ input_values: input })
    signal?.throwIfAborted()
    if (states === undefined) throw new Error('the encoder gave no states')
    const past = this.#emptyPast()
    let begun = false
    return writeTokens(
      samples,
      async (previous) => {
        const made = await this.#decoder.run({
          input_ids: tokenTensor(previous),
          encoder_hidden_states: states,
          use_cache_branch: new Tensor('bool', [begun], [1]),
          ...past,
        })
        keep(made, past, begun)
        begun = true
        return mostLikely(made.logits?.data as Float32Array)
      },
      signal,
    )
  }

  /** No tokens yet: no batch, and elsewhere the model's own dimensions. */
  #emptyPast(): Tensors {
    const inputs = this.#decoder.inputMetadata.filter(({ name }) => name.startsWith(PAST))
    return Object.fromEntries(
      inputs.map((input) => {
        const shape = input.isTensor ? input.shape : []
        const dims = shape.map((size, i) => (i === 0 ? 0 : typeof size === 'number' ? size : 1))
        return [input.name, new Tensor('float32', new Float32Array(0), dims)]
      }),
    )
  }

  async close(): Promise<void> {
    await this.#encoder.release()
    await this.#decoder.release()
  }
}

/** The audio's keys and values come with the first token only. */
function keep(made: InferenceSession.OnnxValueMapType, past: Tensors, begun: boolean): void {
  for (const name of Object.keys(past)) {
    const present = made[name.replace(PAST, 'present')]
    if (present !== undefined && !(begun && name.includes('encoder')))
      past[name] = present as Tensor
  }
}

function mostLikely(scores: Float32Array): Token {
  let id = 0
  for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[id] ?? 0)) id = i
  const best = scores[id] ?? 0
  let total = 0
  for (const score of scores) total += Math.exp(score - best)
  return { id, logProbability: -Math.log(total), attention: new Float32Array(0) }
}
