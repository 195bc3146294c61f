// Stored profiles: named pairs of base URL and API key, one of which is the current one. Pure:
// what the configuration file says, and what it says after a change.
import type { ConfigFile, Profile } from './config-file.ts'
import { UsageError } from './errors.ts'
import { nearestHint } from './nearest.ts'

export type { Profile } from './config-file.ts'

/** The profile of whoever has only one. */
export const DEFAULT_PROFILE = 'default'

/** The name of the profile that counts when none is asked for; there may be none of that name. */
export function currentName({ current_profile }: ConfigFile): string {
  return current_profile ?? DEFAULT_PROFILE
}

/**
 * @param name asked for; the current one when undefined
 * @returns undefined when nobody asked and there is no current one
 * @throws UsageError when there is no profile of that name
 */
export function findProfile(config: ConfigFile, name?: string): Profile | undefined {
  const wanted = name ?? config.current_profile
  const found = ownProfile(config, wanted ?? DEFAULT_PROFILE)
  if (found === undefined && wanted !== undefined) throw noProfile(config, wanted)
  return found
}

/** In the order in which they were made. */
export function profileNames({ profiles = {} }: ConfigFile): string[] {
  return Object.keys(profiles)
}

export function withProfile(config: ConfigFile, name: string, profile: Profile): ConfigFile {
  return { ...config, profiles: { ...config.profiles, [checkedName(name)]: profile } }
}

/** @throws UsageError when there is no profile of that name */
export function withCurrent(config: ConfigFile, name: string): ConfigFile {
  findProfile(config, name)
  return { ...config, current_profile: name }
}

/**
 * Without the current one, the profile named default counts, if there is one: nobody else's
 * account is taken by itself.
 *
 * @throws UsageError when there is no profile of that name
 */
export function withoutProfile(config: ConfigFile, name: string): ConfigFile {
  findProfile(config, name)
  const { [name]: _removed, ...profiles } = config.profiles ?? {}
  const { current_profile, ...rest } = config
  return current_profile === undefined || current_profile === name
    ? { ...rest, profiles }
    : { ...config, profiles }
}

/** @throws UsageError unless it can be typed and shown as it is */
export function checkedName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u.test(name) && name !== '__proto__') return name
  throw new UsageError(
    `"${name}" is no name for a profile: letters, digits and . _ @ - (at most 64)`,
  )
}

function ownProfile({ profiles = {} }: ConfigFile, name: string): Profile | undefined {
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined
}

function noProfile(config: ConfigFile, name: string): UsageError {
  const names = profileNames(config)
  const hint = names.length === 0 ? '; `scribe login` makes one' : nearestHint(name, names)
  return new UsageError(`There is no profile "${name}"${hint}`)
}
