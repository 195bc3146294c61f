// The models that scribe knows. One entry says everything about a model: what it is for, where
// its files come from and how they are proved genuine. Pure data, so that `models list` and the
// daemon read the same facts; a model that is not in here is never downloaded.

import { ModelPullError } from './pull-error.ts'

export interface CatalogueFile {
  /** Path inside the tarball. */
  source: string
  /** Size and SHA-256 (lower-case hex) as they stand in the tarball. */
  bytes: number
  sha256: string
}

export interface CatalogueEntry {
  name: string
  role: 'speech' | 'vad'
  description: string
  /** BCP 47 primary tags; empty when the model does not care. */
  languages: string[]
  licence: string
  /** Version of the files on disk; changes whenever what is kept of the source changes. */
  version: string
  /** The npm package that carries the files. */
  source: { package: string; version: string; integrity: string; bytes: number }
  /** By key; the engine asks for them by it unless `prepare` makes others of them. */
  files: Record<string, CatalogueFile>
  /** What is done to the files once they are downloaded, see prepare.ts. */
  prepare?: 'moonshine'
  /** Models that must be there too. */
  requires: string[]
}

export const DEFAULT_MODEL = 'moonshine-tiny-en'
export const VAD_MODEL = 'silero-vad-v5'

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    name: DEFAULT_MODEL,
    role: 'speech',
    description: 'Moonshine tiny: fast English speech recognition, 27 million parameters, int8',
    languages: ['en'],
    licence: 'MIT (Useful Sensors, Inc.)',
    version: '0.1.29-2',
    source: {
      package: '@moonshine-ai/moonshine-js',
      version: '0.1.29',
      integrity:
        'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
      bytes: 21_514_347,
    },
    files: {
      encoder: {
        source: 'package/dist/model/tiny/quantized/encoder_model.onnx',
        bytes: 7_937_661,
        sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
      },
      decoder: {
        source: 'package/dist/model/tiny/quantized/decoder_model_merged.onnx',
        bytes: 20_243_286,
        sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      },
      licence: {
        source: 'package/LICENSE',
        bytes: 13_358,
        sha256: '37fc5d9a86547a0dd64a07cff439ba2a6b79cc8f6555a05121fed32866591159',
      },
    },
    prepare: 'moonshine',
    requires: [VAD_MODEL],
  },
  {
    name: VAD_MODEL,
    role: 'vad',
    description: 'Silero voice activity detector: finds where somebody speaks',
    languages: [],
    licence: 'MIT (Silero Team); packaged by vad-web under ISC',
    version: '0.0.31',
    source: {
      package: '@ricky0123/vad-web',
      version: '0.0.31',
      integrity:
        'sha512-ePVq8TvB21sdHSxVMZOEIf9JVa7MAYpaIaNXeGgsPOiMCN8xbPCdF2LS5aYj7VRR3ZxzutedgV9ZplV65IA1Fg==',
      bytes: 5_471_324,
    },
    files: {
      model: {
        source: 'package/dist/silero_vad_v5.onnx',
        bytes: 2_327_524,
        sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
      },
    },
    requires: [],
  },
]

/** The entry of that name, or undefined. */
export function findModel(name: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.name === name)
}

/**
 * The entry of that name.
 *
 * @throws ModelPullError unknown_model, naming those that there are
 */
export function requireModel(name: string): CatalogueEntry {
  const entry = findModel(name)
  if (entry !== undefined) return entry
  const known = CATALOGUE.map((other) => other.name).join(', ')
  throw new ModelPullError('unknown_model', `There is no model ${name}. Known models: ${known}.`)
}
