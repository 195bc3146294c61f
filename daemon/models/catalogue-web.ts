// The models that are fetched file by file from Hugging Face. Each address holds a revision, so
// that the bytes behind it stay the same, and each checksum names the public source it was read
// from: others who had downloaded the file and wrote its size and SHA-256 down. No source, no sum:
// then the first pull records it.
import type { CatalogueEntry, CatalogueFile } from './catalogue-entry.ts'
import { PARAKEET_V3_LANGUAGES, WHISPER_LANGUAGES } from './languages.ts'

/** Where the files are; the setting models_mirror names another place with the same paths. */
export const MODELS_ADDRESS = 'https://huggingface.co'

const VAD = 'silero-vad-v5'

/** Where a file is. @param base MODELS_ADDRESS, or a mirror */
export function fileAddress({ source }: CatalogueFile, base: string): string {
  return `${base.replace(/\/+$/, '')}/${source}`
}

type Sums = readonly [bytes: number, sha256: string]

/** Files of one revision of a repository; without a known sum, its size alone or nothing. */
function files(
  repository: string,
  revision: string,
  named: Record<string, readonly [name: string, ...sums: Sums | [bytes: number]]>,
): Record<string, CatalogueFile> {
  return Object.fromEntries(
    Object.entries(named).map(([key, [name, bytes, sha256]]) => [
      key,
      {
        source: `${repository}/resolve/${revision}/${name}`,
        bytes,
        ...(sha256 === undefined ? {} : { sha256 }),
      },
    ]),
  )
}

/** The multilingual vocabulary is the same file in all of Whisper's sizes. */
const WHISPER_TOKENS: Sums = [
  816_730,
  'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
]

function whisper(
  name: string,
  description: string,
  revision: string,
  stem: string,
  encoder: Sums,
  decoder: Sums,
  further: readonly string[] = [],
): CatalogueEntry {
  return {
    name,
    role: 'speech',
    family: 'whisper',
    description,
    languages: [...WHISPER_LANGUAGES, ...further],
    licence: 'MIT (OpenAI); conversion by sherpa-onnx, Apache-2.0',
    version: `${revision.slice(0, 8)}-1`,
    source: { kind: 'web' },
    files: files(`csukuangfj/sherpa-onnx-whisper-${stem}`, revision, {
      encoder: [`${stem}-encoder.int8.onnx`, ...encoder],
      decoder: [`${stem}-decoder.int8.onnx`, ...decoder],
      tokens: [`${stem}-tokens.txt`, ...WHISPER_TOKENS],
    }),
    requires: [VAD],
  }
}

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
    // Sizes: github.com/EpicenterHQ/epicenter, MOONSHINE_MODELS. Sums that are public disagree.
    files: files('UsefulSensors/moonshine', 'main', {
      encoder: ['onnx/merged/base/quantized/encoder_model.onnx', 20_513_063],
      decoder: ['onnx/merged/base/quantized/decoder_model_merged.onnx', 42_498_870],
    }),
    prepare: 'moonshine-tokens',
    requires: [VAD],
  },
  // Sums of all sizes: a desktop app's catalogue ("Curated catalog of local voice models", Rust,
  // id whisper-*) and FreeCut's createAIService agree; exact sizes: the Flutter app with SherpaModel
  // id `turbo`, and Vox's import script (csukuangfj/sherpa-onnx-whisper-small).
  whisper(
    'whisper-tiny',
    'Whisper tiny: 99 languages, quick and rough, int8',
    '65176e2deb88badc814a94058666cadccc29b61c',
    'tiny',
    [12_937_772, 'd24fb083ae3b1041fc24e97971d60e280c9342201fbb67b0ab428a8b4a51a434'],
    [89_855_401, 'd2fece8dd42771f1df975c6c0445770d0c292bf7547c2cae04a6c0cc57540925'],
  ),
  whisper(
    'whisper-base',
    'Whisper base: 99 languages, int8',
    'bb53ee204431c90d314c1cc08d28d23e5b7927cc',
    'base',
    [29_120_534, '0b8fb1304b6109976038efff5ace81720e00386f3ff6b54ee8c75291ca0a1e11'],
    [130_672_026, '9759d217388a01b3a4c7c15533201067b48ae819c4daafc8624e64b9409dc02d'],
  ),
  whisper(
    'whisper-small',
    'Whisper small: 99 languages, accurate, slow on few cores, int8',
    '8f3c18b358db4d1f2fc1eae49d75cd20989e4309',
    'small',
    [112_442_483, '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9'],
    [262_226_114, 'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee'],
  ),
  whisper(
    'whisper-large-v3-turbo',
    'Whisper large-v3 turbo: 100 languages, the most accurate, slow without many cores, int8',
    '2ca6ff69fc878651b770880507669577ac41c2ff',
    'turbo',
    [674_716_297, 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b'],
    [361_080_764, '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547'],
    ['yue'],
  ),
  {
    name: 'parakeet-tdt-0.6b-v2',
    role: 'speech',
    family: 'nemo-transducer',
    description: 'Parakeet TDT 0.6B v2: very accurate English, 2 GB of memory, int8',
    languages: ['en'],
    licence: 'CC-BY-4.0 (NVIDIA)',
    version: 'b9bd3269-1',
    source: { kind: 'web' },
    // com.englishcoach60.speech, ParakeetEnglishModel.
    files: files(
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
    // github.com/edheltzel/iris, defaultParakeetModels; the app Evoo, Models.speech.
    files: files(
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
    // FreeCut, createAIService, asr-sensevoice.
    files: files(
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
    // hyperframes, DIARIZATION_MODEL_FILES; several others agree.
    files: {
      ...files(
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
      ...files('csukuangfj/speaker-embedding-models', 'main', {
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
