// Where a command goes: flags, else environment, else a stored profile, else the local daemon.
// A profile's key is only ever sent to that profile's base URL, never to one named elsewhere.
import { UsageError } from './errors.ts'
import { readProfile } from './profiles.ts'
import { type Flags, settingOf } from './settings.ts'

/** A remote API, or `null` for the local daemon; its key may still have been given by hand. */
export interface Target {
  baseUrl: string | null
  apiKey: string | null
}

export async function resolveTarget(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  configDir: string,
): Promise<Target> {
  const named = settingOf('profile', flags, env)
  const profile = await readProfile(configDir, named)
  if (named !== undefined && profile === undefined) {
    throw new UsageError(`There is no profile "${named}" in ${configDir}`)
  }
  // A profile that was asked for by flag goes before the environment.
  const given = typeof flags.profile === 'string' ? flags : merged(flags, env)
  const baseUrl = textOf(given.baseUrl)
  const apiKey = textOf(given.apiKey)
  if (baseUrl !== null) return { baseUrl: checkedBaseUrl(baseUrl), apiKey }
  if (profile?.base_url !== undefined) {
    return { baseUrl: checkedBaseUrl(profile.base_url), apiKey: apiKey ?? profile.api_key ?? null }
  }
  return { baseUrl: null, apiKey }
}

function merged(flags: Flags, env: NodeJS.ProcessEnv): Flags {
  return { baseUrl: settingOf('baseUrl', flags, env), apiKey: settingOf('apiKey', flags, env) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is not a base URL such as https://api.example.com/v1`)
  }
  return text.replace(/\/+$/, '')
}
