// The models that scribe knows. One entry says everything about a model: what it is for, where
// its files come from and how they are proved genuine. Pure data, so that `models list` and the
// daemon read the same facts; a model that is not in here is never downloaded.
import type { CatalogueEntry } from './catalogue-entry.ts'
import { NPM_MODELS } from './catalogue-npm.ts'
import { WEB_MODELS } from './catalogue-web.ts'
import { ModelPullError } from './pull-error.ts'

export const DEFAULT_MODEL = 'moonshine-tiny-en'
export const VAD_MODEL = 'silero-vad-v5'
export const SPEAKERS_MODEL = 'speakers'

export const CATALOGUE: readonly CatalogueEntry[] = [...NPM_MODELS, ...WEB_MODELS]

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

/** Bytes that a pull downloads; null when that is not known for one of the files. */
export function downloadBytes({ source, files }: CatalogueEntry): number | null {
  if (source.kind === 'npm') return source.bytes
  const sizes = Object.values(files).map(({ bytes }) => bytes)
  return sizes.reduce<number | null>(
    (sum, bytes) => (sum === null || bytes === undefined ? null : sum + bytes),
    0,
  )
}

/** A model of so many languages is no specialist. */
const MANY_LANGUAGES = 50

/** Its transcripts of anything but English need much mending. */
const TOO_ROUGH = 'whisper-tiny'

/** A speech model for whatever language it may be, the smallest good one. */
export function modelForMany(): CatalogueEntry | undefined {
  return CATALOGUE.find(
    ({ name, languages }) => languages.length >= MANY_LANGUAGES && name !== TOO_ROUGH,
  )
}

/** A speech model to advise for a language, the smallest good one; undefined when there is none. */
export function modelForLanguage(language: string): CatalogueEntry | undefined {
  return CATALOGUE.filter(
    ({ name, role, languages }) =>
      role === 'speech' && name !== TOO_ROUGH && languages.includes(language),
  )
    .toSorted((a, b) => (downloadBytes(a) ?? 0) - (downloadBytes(b) ?? 0))
    .at(0)
}
