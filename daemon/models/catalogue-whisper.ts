// Whisper in the sizes that are worth having, as sherpa-onnx has converted them.
import type { CatalogueEntry } from './catalogue-entry.ts'
import { WHISPER_LANGUAGES } from './languages.ts'
import { type Sums, webFiles } from './web-source.ts'

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
    files: webFiles(`csukuangfj/sherpa-onnx-whisper-${stem}`, revision, {
      encoder: [`${stem}-encoder.int8.onnx`, ...encoder],
      decoder: [`${stem}-decoder.int8.onnx`, ...decoder],
      tokens: [`${stem}-tokens.txt`, ...WHISPER_TOKENS],
    }),
    requires: ['silero-vad-v5'],
  }
}

export const WHISPER_MODELS: readonly CatalogueEntry[] = [
  // Public sources that pin these very files and agree with each other: the Rust file "Curated
  // catalog of local voice models (sherpa-onnx exports)" (sums of all sizes), createAIService of a
  // FreeCut desktop app (tiny), the PowerShell and Kotlin lists that pin revision bb53ee20 (base),
  // REPOSITORY/FILES of an import script for csukuangfj/sherpa-onnx-whisper-small (small), and the
  // WHISPER_FILES of an app that pins revision 2ca6ff69 (turbo).
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
]
