// Where scribe keeps things: the platform's folders (XDG on Linux), each with an override.
import { resolve } from 'node:path'
import envPaths from 'env-paths'
import { type Flags, settingOf } from './settings.ts'

/** Absolute paths; none is created by asking. */
export interface Folders {
  config: string
  /** The daemon's records, media and transcripts. */
  data: string
  /** Speech models. */
  cache: string
  /** Logs and upload sessions. */
  state: string
}

export function foldersOf(flags: Flags, env: NodeJS.ProcessEnv): Folders {
  const paths = envPaths('scribe', { suffix: '' })
  return {
    config: resolve(settingOf('configDir', flags, env) ?? paths.config),
    data: resolve(settingOf('dataDir', flags, env) ?? paths.data),
    cache: resolve(settingOf('cacheDir', flags, env) ?? paths.cache),
    state: resolve(settingOf('stateDir', flags, env) ?? paths.log),
  }
}
