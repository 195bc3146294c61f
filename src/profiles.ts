// Stored profiles: named pairs of base URL and API key in the configuration file. The store is
// conf, private to the user because it holds keys; it is loaded only when the file exists.
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'

export interface Profile {
  base_url?: string
  api_key?: string
}

export interface ConfigFile {
  /** The profile that counts when none is named. */
  current_profile?: string
  profiles?: Record<string, Profile>
}

const FILE_NAME = 'config'

/**
 * Opens `<configDir>/config.json`, readable by its owner only.
 *
 * @throws Error naming the file when it is no JSON or cannot be read
 */
export async function openConfig(configDir: string) {
  const { default: Conf } = await import('conf')
  const open = () =>
    new Conf<ConfigFile>({
      cwd: configDir,
      configName: FILE_NAME,
      projectName: 'scribe',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    })
  const config = readable(configDir, open)
  if (existsSync(config.path)) chmodSync(config.path, 0o600)
  return config
}

function readable<T>(configDir: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    const path = join(configDir, `${FILE_NAME}.json`)
    throw new Error(`${path} cannot be read (${reason}); mend or delete it`, { cause: error })
  }
}

/**
 * @param name the profile asked for; the current one when undefined
 * @returns undefined when there is no such profile
 */
export async function readProfile(
  configDir: string,
  name: string | undefined,
): Promise<Profile | undefined> {
  if (!existsSync(join(configDir, `${FILE_NAME}.json`))) return undefined
  const config = await openConfig(configDir)
  const profiles = config.get('profiles') ?? {}
  const wanted = name ?? config.get('current_profile') ?? 'default'
  return Object.hasOwn(profiles, wanted) ? profiles[wanted] : undefined
}
