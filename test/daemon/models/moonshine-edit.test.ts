import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editDecoder } from '../../../daemon/models/moonshine-edit.ts'
import { GreedyDecoder } from '../../../daemon/speech/engines/greedy.ts'
import { PublishedDecoder } from '../../../daemon/speech/engines/published.ts'
import { ensureTestModels } from '../../support/models.ts'
import { joined, readWav } from '../speech/engines/wav.ts'

const train = readWav('test/fixtures/engine/train.wav')
const RECORDING = '../shared/audio/jfk.wav'

it('the prepared decoder writes the same tokens as the published one', async () => {
  const { encoder = '', decoder: original = '', ...edited } = (await ensureTestModels()).files
  const { cross = '', step = '' } = edited
  const decoder = await GreedyDecoder.open({ encoder, cross, step })
  const published = await PublishedDecoder.open({ encoder, decoder: original })
  for (const samples of [
    ...(existsSync(RECORDING) ? [readWav(RECORDING)] : []),
    train,
    joined(
      0.5,
      train,
      0.8,
      train.map((value) => value * 0.3),
    ),
  ]) {
    const { tokens } = await decoder.decode(samples)
    const wanted = (await published.decode(samples)).tokens
    expect(tokens.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  }
  await decoder.close()
  await published.close()
})

it('refuses bytes that are another model', async () => {
  expect(() => editDecoder(new Uint8Array())).toThrow(/not a merged decoder/)
})
