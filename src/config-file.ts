// The configuration file: what it says, and changing it. Every command reads it, so reading parses
// the JSON itself: loading conf for that takes longer than all the rest of a start. Writing is
// conf's work, under a lock, so that commands at the same moment lose nothing of each other.
// A damaged file is named and left as it is, never replaced by an empty one.
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Profile {
  base_url?: string
  api_key?: string
}

export interface ConfigFile {
  /** The profile that counts when none is named. */
  current_profile?: string
  profiles?: Record<string, Profile>
  /** Further keys of the settings table: text, number or boolean. */
  [key: string]: unknown
}

const NAME = 'config'
/** It holds keys: nobody but its owner may read it. A folder that is there keeps its mode. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

export function configPath(configDir: string): string {
  return join(configDir, `${NAME}.json`)
}

/**
 * @returns an empty object when there is no file
 * @throws Error naming the file when it cannot be read or is damaged
 */
export function readConfig(configDir: string): ConfigFile {
  const path = configPath(configDir)
  try {
    const text = readFileSync(path, 'utf8')
    keepPrivate(path)
    return checked(JSON.parse(text))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    const reason = error instanceof Error ? error.message : error
    throw new Error(`${path} cannot be read (${reason}); mend or delete it`, { cause: error })
  }
}

/**
 * Replaces the file in one step by what `change` makes of it, or leaves it when that is undefined.
 *
 * @throws whatever `change` throws, with the file as it was
 */
export async function changeConfig(
  configDir: string,
  signal: AbortSignal,
  change: (config: ConfigFile) => ConfigFile | undefined,
): Promise<void> {
  mkdirSync(configDir, { recursive: true, mode: FOLDER_MODE })
  const { default: Conf } = await import('conf')
  const { withLock } = await import('./lock-file.ts')
  await withLock(`${configPath(configDir)}.lock`, signal, () => {
    const changed = change(readConfig(configDir))
    if (changed === undefined) return
    new Conf<ConfigFile>({
      cwd: configDir,
      configName: NAME,
      projectName: 'scribe',
      configFileMode: FILE_MODE,
      accessPropertiesByDotNotation: false,
    }).store = changed
  })
}

/** Whoever made it by hand may have left it open to others. */
function keepPrivate(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, FILE_MODE)
  } catch {
    // Somebody else's file: not ours to change.
  }
}

function checked(value: unknown): ConfigFile {
  if (!isObject(value)) throw new Error('it is no JSON object')
  const { profiles = {}, current_profile: current = '' } = value
  if (typeof current !== 'string') throw new Error('current_profile is no text')
  if (!isObject(profiles)) throw new Error('profiles is no object')
  for (const [name, profile] of Object.entries(profiles)) {
    if (!isProfile(profile)) throw new Error(`profile ${JSON.stringify(name)} is damaged`)
  }
  return value
}

function isProfile(value: unknown): value is Profile {
  if (!isObject(value)) return false
  return [value.base_url, value.api_key].every((text) =>
    ['string', 'undefined'].includes(typeof text),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
