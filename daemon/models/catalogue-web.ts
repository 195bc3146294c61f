// The models that are fetched file by file from the web. Each checksum names the public source it
// was read from: others who had downloaded the file and wrote its size and SHA-256 down. Without a
// source there is no sum, and the first pull records it.
import type { CatalogueEntry } from './catalogue-entry.ts'
import { WHISPER_MODELS } from './catalogue-whisper.ts'
import { PARAKEET_V3_LANGUAGES } from './languages.ts'
import { webFiles } from './web-source.ts'

const VAD = 'silero-vad-v5'

export const WEB_MODELS: readonly CatalogueEntry[] = [
  {
    name: 'moonshine-base-en',
    role: 'speech',
    family: 'moonshine',
    description: 'Moonshine base: English, more accurate than tiny and slower, int8',
    languages: ['en'],
    licence: 'MIT (Useful Sensors, Inc.)',
    version: 'main-1',
    source: { kind: 'web' },
    // Sizes: MOONSHINE_MODELS of a public TypeScript source, and others. Public sums disagree.
    files: webFiles('UsefulSensors/moonshine', 'main', {
      encoder: ['onnx/merged/base/quantized/encoder_model.onnx', 20_513_063],
      decoder: ['onnx/merged/base/quantized/decoder_model_merged.onnx', 42_498_870],
    }),
    prepare: 'moonshine-tokens',
    requires: [VAD],
  },
  ...WHISPER_MODELS,
  {
    name: 'parakeet-tdt-0.6b-v2',
    role: 'speech',
    family: 'nemo-transducer',
    description: 'Parakeet TDT 0.6B v2: very accurate English, 2 GB of memory, int8',
    languages: ['en'],
    licence: 'CC-BY-4.0 (NVIDIA)',
    version: 'b9bd3269-1',
    source: { kind: 'web' },
    // ParakeetEnglishModel of the Kotlin package com.englishcoach60.speech.
    files: webFiles(
      'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8',
      'b9bd32696df49cbb1e7e499238a22804c82f9ef7',
      {
        encoder: [
          'encoder.int8.onnx',
          652_184_296,
          'a32b12d17bbbc309d0686fbbcc2987b5e9b8333a7da83fa6b089f0a2acd651ab',
        ],
        decoder: [
          'decoder.int8.onnx',
          7_257_753,
          'b6bb64963457237b900e496ee9994b59294526439fbcc1fecf705b31a15c6b4e',
        ],
        joiner: [
          'joiner.int8.onnx',
          1_739_080,
          '7946164367946e7f9f29a122407c3252b680dbae9a51343eb2488d057c3c43d2',
        ],
        tokens: [
          'tokens.txt',
          9_384,
          'ec182b70dd42113aff6c5372c75cac58c952443eb22322f57bbd7f53977d497d',
        ],
      },
    ),
    requires: [VAD],
  },
  {
    name: 'parakeet-tdt-0.6b-v3',
    role: 'speech',
    family: 'nemo-transducer',
    description: 'Parakeet TDT 0.6B v3: 25 European languages, very accurate, 2 GB of memory, int8',
    languages: PARAKEET_V3_LANGUAGES,
    licence: 'CC-BY-4.0 (NVIDIA)',
    version: '2bda32ec-1',
    source: { kind: 'web' },
    // defaultParakeetModels of github.com/edheltzel/iris, and Models.speech of the app Evoo.
    files: webFiles(
      'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
      '2bda32ec70b097a55adaa07d9a7173915b43cc78',
      {
        encoder: [
          'encoder.int8.onnx',
          652_184_281,
          'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
        ],
        decoder: [
          'decoder.int8.onnx',
          11_845_275,
          '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
        ],
        joiner: [
          'joiner.int8.onnx',
          6_355_277,
          '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
        ],
        tokens: [
          'tokens.txt',
          93_939,
          'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
        ],
      },
    ),
    requires: [VAD],
  },
  {
    name: 'sense-voice-small',
    role: 'speech',
    family: 'sense-voice',
    description: 'SenseVoice small: Chinese, Cantonese, Japanese, Korean and English, quick, int8',
    languages: ['zh', 'en', 'ja', 'ko', 'yue'],
    licence: 'FunASR Model License (Alibaba)',
    version: '2365baea-1',
    source: { kind: 'web' },
    // createAIService of a FreeCut desktop app, asr-sensevoice.
    files: webFiles(
      'csukuangfj/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17',
      '2365baeacb507f821a0c8120fcee3d484dba7a07',
      {
        model: [
          'model.int8.onnx',
          239_233_841,
          'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51',
        ],
        tokens: [
          'tokens.txt',
          315_894,
          'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc',
        ],
        licence: [
          'LICENSE',
          71,
          '221c6df10b0931a5629adad671ea48fb7747e034c414b6d2bfa275bc3dd4ea17',
        ],
      },
    ),
    requires: [VAD],
  },
  {
    name: 'speakers',
    role: 'speakers',
    description: 'Tells speakers apart: pyannote segmentation 3.0 and NeMo TitaNet small',
    languages: [],
    licence: 'MIT (pyannote); CC-BY-4.0 (NVIDIA TitaNet)',
    version: '9403a690-1',
    source: { kind: 'web' },
    // DIARIZATION_MODEL_FILES of a hyperframes source; several others agree.
    files: {
      ...webFiles(
        'csukuangfj/sherpa-onnx-pyannote-segmentation-3-0',
        '9403a6902bb58e3d5ae8c7e77c3422de279db2e0',
        {
          segmentation: [
            'model.onnx',
            5_992_913,
            '220ad67ca923bef2fa91f2390c786097bf305bceb5e261d4af67b38e938e1079',
          ],
        },
      ),
      ...webFiles('csukuangfj/speaker-embedding-models', 'main', {
        embedding: [
          'nemo_en_titanet_small.onnx',
          40_257_283,
          'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
        ],
      }),
    },
    requires: [],
  },
]
