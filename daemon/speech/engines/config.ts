// Which engine a speech process is to load, as plain JSON: it travels from the daemon to the
// process. The catalogue says the family of a model, the cache folder its files.
import type { SpeechCommand } from './command-line.ts'

/** How a model is run; one loader each, see load.ts. */
export type EngineFamily = 'moonshine' | 'whisper' | 'nemo-transducer' | 'sense-voice'

/** A model of the catalogue. */
export interface ModelEngineConfig {
  family: EngineFamily
  /** Name in the catalogue. */
  model: string
  /** BCP 47 primary tags. */
  languages: readonly string[]
  /** Absolute paths by the engine's key, as ensureModel returns them. */
  files: Readonly<Record<string, string>>
}

/** A program of the user's own. */
export interface CommandEngineConfig {
  family: 'command'
  /** What messages call it. */
  model: string
  /** Empty: nobody knows what it can do. */
  languages: readonly string[]
  command: SpeechCommand
  /** How long it may take over one piece; absent: as patience.ts says. */
  patienceSeconds?: number
}

export type EngineConfig = ModelEngineConfig | CommandEngineConfig

/**
 * The paths of the files that an engine cannot do without.
 *
 * @throws Error naming the model and the file it lacks
 */
export function filesOf<Key extends string>(
  { model, files }: ModelEngineConfig,
  ...keys: Key[]
): Record<Key, string> {
  const entries = keys.map((key) => {
    const path = files[key]
    if (path === undefined) throw new Error(`model ${model} has no file ${key}`)
    return [key, path]
  })
  return Object.fromEntries(entries) as Record<Key, string>
}
