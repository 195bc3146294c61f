// `scribe config set|unset`: one value of the configuration file, checked like its flag. The API
// key is taken from stdin or asked for, and removed when its profile's base URL gets another host.
import { type ConfigFile, changeConfig, type Profile, readConfig } from '../config-file.ts'
import {
  checkedConfigKey,
  isProfileKey,
  type ProfileKey,
  profileInUse,
  settingOfKey,
} from '../config-keys.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { profileNames, withCurrent, withProfile } from '../profiles.ts'
import { masked, readKey } from '../secret-input.ts'
import { type ConfigValue, SETTINGS } from '../settings.ts'
import { checkedBaseUrl } from '../target.ts'
import { printable } from '../text.ts'

/** @param value undefined or `-` for the API key, which is then read */
export async function setConfig(
  context: Context,
  given: string,
  value: string | undefined,
): Promise<void> {
  const key = checkedConfigKey(given)
  const { io, folders, signal } = context
  // Before anybody is asked for anything.
  readConfig(folders.config)
  const checked = await checkedValue(context, key, value)
  await changeConfig(folders.config, signal, (config) => {
    if (isProfileKey(key)) return withProfileValue(context, config, key, String(checked))
    return key === SETTINGS.profile.conf
      ? withCurrent(config, String(checked))
      : { ...config, [key]: checked }
  })
  const shown = key === 'api_key' ? masked(String(checked)) : shownValue(key, checked)
  io.note(`${key} is ${printable(String(shown))}`)
  if (io.json) await io.write(`${JSON.stringify({ key, value: shown })}\n`)
}

/** What is not set may be unset. */
export async function unsetConfig(context: Context, given: string): Promise<void> {
  const key = checkedConfigKey(given)
  const { io, folders, signal } = context
  await changeConfig(folders.config, signal, (config) => without(context, config, key))
  io.note(`${key} is not set`)
  if (io.json) await io.write(`${JSON.stringify({ key, value: null })}\n`)
}

function shownValue(key: string, value: ConfigValue): ConfigValue {
  const { shown } = settingOfKey(key) ?? {}
  return shown === undefined ? value : shown(String(value))
}

async function checkedValue({ io, signal }: Context, key: string, value: string | undefined) {
  if (key === 'api_key') {
    if (value === undefined || value === '-') return readKey(io, signal)
    const how = '`scribe config set api_key - < FILE` or `scribe login`'
    throw new UsageError(`A key on the command line can be read by others; say ${how}`)
  }
  if (value === undefined) throw new UsageError(`${key} needs a value`)
  if (key === 'base_url') return checkedBaseUrl(value)
  return settingOfKey(key)?.check?.(key, value) ?? value
}

function withProfileValue(
  context: Context,
  config: ConfigFile,
  key: ProfileKey,
  value: string,
): ConfigFile {
  const name = profileInUse(context, config)
  const before = profileOf(config, name)
  const profile = { ...before, [key]: value }
  if (key === 'base_url' && before.api_key !== undefined && movedAway(before.base_url, value)) {
    delete profile.api_key
    context.io.note(`The key was for another host and is removed; \`scribe login\` takes a new one`)
  }
  return withProfile(config, name, profile)
}

function without(context: Context, config: ConfigFile, key: string): ConfigFile | undefined {
  if (!isProfileKey(key)) {
    const { [key]: _removed, ...rest } = config
    return rest
  }
  const name = profileInUse(context, config)
  if (!profileNames(config).includes(name)) return undefined
  const { [key]: _removed, ...profile } = profileOf(config, name)
  return withProfile(config, name, profile)
}

function profileOf(config: ConfigFile, name: string): Profile {
  return profileNames(config).includes(name) ? (config.profiles?.[name] ?? {}) : {}
}

function movedAway(before: string | undefined, after: string): boolean {
  if (before === undefined || !URL.canParse(before)) return false
  return new URL(before).hostname !== new URL(after).hostname
}
