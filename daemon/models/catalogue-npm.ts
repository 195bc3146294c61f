// The models that come out of npm packages: whoever can install scribe can have them, through the
// same registry, mirror and proxy. Sizes and checksums are those of the files in the tarballs.
import type { CatalogueEntry } from './catalogue-entry.ts'

const VAD = 'silero-vad-v5'

export const NPM_MODELS: readonly CatalogueEntry[] = [
  {
    name: 'moonshine-tiny-en',
    role: 'speech',
    family: 'moonshine',
    description: 'Moonshine tiny: fast English speech recognition, 27 million parameters, int8',
    languages: ['en'],
    licence: 'MIT (Useful Sensors, Inc.)',
    version: '0.1.29-4',
    source: {
      kind: 'npm',
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
    requires: [VAD],
  },
  {
    name: VAD,
    role: 'vad',
    description: 'Silero voice activity detector: finds where somebody speaks',
    languages: [],
    licence: 'MIT (Silero Team); packaged by vad-web under ISC',
    version: '0.0.31',
    source: {
      kind: 'npm',
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
