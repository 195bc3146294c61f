import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadEngine } from '../../../../daemon/speech/engines/load.ts'
import { ensureTestModels } from '../../../support/models.ts'
import { readWav } from './wav.ts'

const RECORDING = '../shared/audio/jfk.wav'
const train = readWav('test/fixtures/engine/train.wav')

it('Moonshine without the edited decoder runs from the published one, to the same text', async () => {
  const { files } = await ensureTestModels()
  const { cross: _, step: __, ...published } = files
  const config = { family: 'moonshine', model: 'moonshine-tiny-en', languages: ['en'] } as const
  const edited = await loadEngine({ ...config, files })
  const plain = await loadEngine({ ...config, files: published })
  for (const samples of [train, ...(existsSync(RECORDING) ? [readWav(RECORDING)] : [])]) {
    const [wanted, result] = [await edited.recognize(samples), await plain.recognize(samples)]
    expect(result.text).toBe(wanted.text)
    expect(result.meanLogProbability).toBeCloseTo(wanted.meanLogProbability ?? 0, 1)
    expect(result.words.map(({ text }) => text)).toEqual(wanted.words.map(({ text }) => text))
    expect(result.words.every(({ start, end }) => end > start)).toBe(true)
  }
  await edited.close()
  await plain.close()
})
