import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkModelFiles } from '../../../../daemon/speech/engines/check-files.ts'
import type { EngineFamily } from '../../../../daemon/speech/engines/config.ts'
import { loadEngine } from '../../../../daemon/speech/engines/load.ts'
import { readSignature } from '../../../../daemon/speech/engines/onnx-signature.ts'
import { ensureTestModels } from '../../../support/models.ts'
import { smallParakeet, smallSenseVoice, smallWhisper } from '../../../support/small-models.ts'

type Files = Record<string, string>

let dir: string
let models: Record<EngineFamily, Files>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe-signature-'))
  models = {
    moonshine: (await ensureTestModels()).files,
    whisper: await smallWhisper(join(dir, 'whisper')),
    'nemo-transducer': await smallParakeet(join(dir, 'parakeet')),
    'sense-voice': await smallSenseVoice(join(dir, 'sense-voice')),
  }
})

afterAll(() => rm(dir, { recursive: true }))

const configOf = (family: EngineFamily, other: Files = {}) => ({
  ...{ family, model: 'any-model', languages: ['en'] },
  files: { ...models[family], ...other },
})

it('the inputs of a model are read off its file, large or small', async () => {
  const { encoder = '', decoder = '' } = models.moonshine
  expect((await readSignature(encoder)).inputs).toEqual(['input_values'])
  expect((await readSignature(decoder)).inputs).toContain('use_cache_branch')
  const { inputs, metadata } = await readSignature(models.whisper.encoder ?? '')
  expect(inputs).toEqual(['mel'])
  expect(metadata).toContain('all_language_codes')
})

describe('a model whose file', () => {
  it.each(['moonshine', 'whisper', 'nemo-transducer', 'sense-voice'] as const)(
    'is what it should be passes (%s)',
    async (family) => {
      await expect(checkModelFiles(configOf(family))).resolves.toBeUndefined()
    },
  )

  it.each([
    ['moonshine', 'encoder', 'step'],
    ['moonshine', 'decoder', 'encoder'],
    ['moonshine', 'step', 'cross'],
    ['whisper', 'encoder', 'decoder'],
    ['whisper', 'decoder', 'encoder'],
    ['nemo-transducer', 'encoder', 'joiner'],
    ['nemo-transducer', 'decoder', 'joiner'],
    ['nemo-transducer', 'joiner', 'decoder'],
  ] as const)('is another one (%s: %s is its %s) is refused, naming it', async (...given) => {
    const [family, key, other] = given
    const path = models[family][other] ?? ''
    const work = loadEngine(configOf(family, { [key]: path }))
    await expect(work).rejects.toThrow(`is not its ${key} (${path})`)
    await expect(work).rejects.toThrow('`scribe models pull any-model`')
  })

  it('is of another family is refused', async () => {
    const { encoder = '' } = models.whisper
    const work = loadEngine(configOf('sense-voice', { model: encoder }))
    await expect(work).rejects.toThrow(/encoder\.onnx is not its model/)
  })

  it.each(['', 'an error page', '\u0008\u0001'])('holds %j is refused', async (text) => {
    const path = join(dir, 'garbage.onnx')
    await writeFile(path, text)
    const work = loadEngine(configOf('whisper', { encoder: path }))
    await expect(work).rejects.toThrow(/garbage\.onnx is damaged, or no ONNX file/)
  })

  it('is cut off is refused, wherever that is', async () => {
    const path = join(dir, 'cut.onnx')
    for (const length of [7_937_660, 4_000_000, 100_000, 3_000, 10, 1]) {
      await copyFile(models.moonshine.encoder ?? '', path)
      await truncate(path, length)
      await expect(readSignature(path)).rejects.toThrow(/cut\.onnx is damaged/)
    }
  })

  it('is gone is refused, naming it', async () => {
    const path = join(dir, 'gone.onnx')
    const work = loadEngine(configOf('moonshine', { encoder: path }))
    await expect(work).rejects.toThrow(/any-model cannot be loaded: ENOENT.*gone\.onnx/)
  })
})
