// The keys of `scribe config`: the settings that the configuration file may hold, where each is
// kept there, and which value counts just now.
import { type ConfigFile, type Profile, readConfig } from './config-file.ts'
import { CONFIGURED } from './configured.ts'
import type { Context } from './context.ts'
import { UsageError } from './errors.ts'
import { nearestHint } from './nearest.ts'
import { currentName, profileNames } from './profiles.ts'
import { masked } from './secret-input.ts'
import {
  autostartAllowed,
  SETTINGS,
  type Setting,
  type SettingName,
  settingOf,
} from './settings.ts'

export type ProfileKey = keyof Profile

export interface KeyState {
  key: string
  /** As text, secrets masked; null when nothing is set. */
  value: string | null
  /** The variable, `config`, `profile NAME`, `default`, or null. */
  from: string | null
}

const PROFILE_KEYS = { base_url: 'baseUrl', api_key: 'apiKey' } as const

/** In the order of `config list`. */
export const CONFIG_KEYS: readonly string[] = [
  ...Object.keys(PROFILE_KEYS),
  SETTINGS.profile.conf,
  ...CONFIGURED.map(confOf),
]

/** @throws UsageError naming the nearest; `max-retries` counts as `max_retries` */
export function checkedConfigKey(text: string): string {
  const key = text.replaceAll('-', '_')
  if (CONFIG_KEYS.includes(key)) return key
  throw new UsageError(`There is no setting "${text}"${nearestHint(key, CONFIG_KEYS)}`)
}

export function isProfileKey(key: string): key is ProfileKey {
  return Object.hasOwn(PROFILE_KEYS, key)
}

/** The setting behind a key that stands beside the profiles. */
export function settingOfKey(key: string): Setting | undefined {
  const name = CONFIGURED.find((name) => confOf(name) === key)
  return name === undefined ? undefined : SETTINGS[name]
}

/** The profile whose base URL and key the commands are about. */
export function profileInUse({ flags, env }: Context, config: ConfigFile): string {
  return settingOf('profile', flags, env) ?? currentName(config)
}

/** What counts for a command without flags. */
export function stateOf(context: Context, key: string): KeyState {
  const config = readConfig(context.folders.config)
  if (isProfileKey(key)) return profileState(context, config, key)
  if (key === SETTINGS.profile.conf) return currentState(context, config)
  const name = CONFIGURED.find((name) => confOf(name) === key)
  return name === undefined ? unset(key) : plainState(context, config, name)
}

function profileState({ env, ...rest }: Context, config: ConfigFile, key: ProfileKey): KeyState {
  const shown = (value: string) => (key === 'api_key' ? masked(value) : value)
  const variable = SETTINGS[PROFILE_KEYS[key]].env
  const fromEnv = env[variable]
  if (fromEnv) return { key, value: shown(fromEnv), from: variable }
  const name = profileInUse({ env, ...rest }, config)
  const value = profileNames(config).includes(name) ? config.profiles?.[name]?.[key] : undefined
  return value === undefined ? unset(key) : { key, value: shown(value), from: `profile ${name}` }
}

function currentState({ env }: Context, config: ConfigFile): KeyState {
  const key = SETTINGS.profile.conf
  const variable = SETTINGS.profile.env
  if (env[variable]) return { key, value: env[variable], from: variable }
  const { current_profile: value } = config
  return value === undefined ? unset(key) : { key, value, from: 'config' }
}

function plainState({ env }: Context, config: ConfigFile, name: SettingName): KeyState {
  const { env: variable, fallback, shown = String }: Setting = SETTINGS[name]
  const key = confOf(name)
  if (variable !== undefined && env[variable]) {
    const value = name === 'autostart' ? String(autostartAllowed({}, env)) : shown(env[variable])
    return { key, value, from: variable }
  }
  const value = config[key]
  if (value !== undefined) return { key, value: shown(String(value)), from: 'config' }
  if (name === 'autostart') return { key, value: 'true', from: 'default' }
  return fallback === undefined ? unset(key) : { key, value: fallback, from: 'default' }
}

function unset(key: string): KeyState {
  return { key, value: null, from: null }
}

function confOf(name: SettingName): string {
  const { conf = '' }: Setting = SETTINGS[name]
  return conf
}
