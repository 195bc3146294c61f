// `scribe logout` and `scribe profile remove`: forgets a profile with its key, and says where
// commands go from then on.
import { type ConfigFile, changeConfig, readConfig } from '../config-file.ts'
import type { Context } from '../context.ts'
import { currentName, findProfile, profileNames, withoutProfile } from '../profiles.ts'
import { settingOf } from '../settings.ts'
import { printable } from '../text.ts'

/** Of the profile that is asked for, else of the current one; none at all is no failure. */
export async function logout(context: Context): Promise<void> {
  const { io, flags, env, folders } = context
  const asked = settingOf('profile', flags, env)
  const config = readConfig(folders.config)
  if (asked === undefined && !profileNames(config).includes(currentName(config))) {
    io.note('Nobody is logged in')
    if (io.json) await io.write(`${JSON.stringify({ profile: null, removed: false })}\n`)
    return
  }
  await removeProfile(context, asked ?? currentName(config))
}

/** @throws UsageError when there is no profile of that name */
export async function removeProfile(context: Context, name: string): Promise<void> {
  const { io, folders, signal } = context
  await changeConfig(folders.config, signal, (config) => withoutProfile(config, name))
  io.note(`Profile ${printable(name)} and its key are removed; ${whereNow(folders.config)}`)
  if (io.json) await io.write(`${JSON.stringify({ profile: name, removed: true })}\n`)
}

function whereNow(configDir: string): string {
  const config = readConfig(configDir)
  const url = targetOf(config)
  const others = profileNames(config)
  if (url !== undefined)
    return `commands go to ${printable(currentName(config))} (${printable(url)})`
  const hint = others.length === 0 ? '' : '; `scribe profile use NAME` takes another profile'
  return `commands go to the local daemon${hint}`
}

function targetOf(config: ConfigFile): string | undefined {
  const name = currentName(config)
  return profileNames(config).includes(name) ? findProfile(config, name)?.base_url : undefined
}
