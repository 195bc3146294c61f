// Where a command goes: flags, else environment, else a stored profile, else the local daemon.
// A profile's key is only ever sent to that profile's base URL, never to one named elsewhere.
import { readConfig } from './config-file.ts'
import { UsageError } from './errors.ts'
import { findProfile } from './profiles.ts'
import { type Flags, SETTINGS, settingOf } from './settings.ts'

/** A remote API, or `null` for the local daemon; its key may still have been given by hand. */
export interface Target {
  baseUrl: string | null
  apiKey: string | null
  /** Something that the user may not have meant. */
  notice?: string
}

/** @throws UsageError for what is no base URL or no key, and for a profile that does not exist */
export async function resolveTarget(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  configDir: string,
): Promise<Target> {
  const baseUrl = settingOf('baseUrl', flags, env)
  const given = settingOf('apiKey', flags, env)
  const apiKey = given === undefined ? null : checkedKey(given)
  if (baseUrl !== undefined) {
    const notice = overruledProfile(flags) ?? unversioned(baseUrl)
    const target = { baseUrl: checkedBaseUrl(baseUrl), apiKey }
    return notice === undefined ? target : { ...target, notice }
  }
  const profile = findProfile(readConfig(configDir), settingOf('profile', flags, env))
  if (profile?.base_url === undefined) return { baseUrl: null, apiKey }
  return {
    baseUrl: checkedBaseUrl(profile.base_url),
    apiKey: apiKey ?? profile.api_key ?? null,
  }
}

function overruledProfile({ profile, baseUrl }: Flags): string | undefined {
  if (typeof profile !== 'string' || typeof baseUrl === 'string') return undefined
  return `${SETTINGS.baseUrl.env} is set and goes before --profile ${profile}`
}

function unversioned(baseUrl: string): string | undefined {
  if (/\/v\d+\/*$/.test(baseUrl)) return undefined
  return `The base URL ${baseUrl} does not end in /v1, as those of the API do`
}

/**
 * @returns without slashes at its end
 * @throws UsageError for what is no http(s) URL, or carries more than a place
 */
export function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is not a base URL such as https://api.example.com/v1`)
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(`A base URL is only a place such as ${url.origin}/v1; the key goes apart`)
  }
  return text.replace(/\/+$/, '')
}

/** @throws UsageError unless it could be sent as a credential; blanks around it are dropped */
export function checkedKey(text: string): string {
  const key = text.trim()
  if (key === '') throw new UsageError('No API key was given')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new UsageError('That is no API key: it has blanks or unusual characters in it')
}

/** Whether what is sent to `baseUrl` can be read on the way. */
export function travelsInTheClear(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
