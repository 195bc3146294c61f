// `scribe profile list|use`: the stored profiles, and which of them counts.
import { changeConfig, readConfig } from '../config-file.ts'
import type { Context } from '../context.ts'
import { currentName, findProfile, profileNames, withCurrent } from '../profiles.ts'
import { masked } from '../secret-input.ts'
import { SETTINGS } from '../settings.ts'
import { printable } from '../text.ts'
import { writeTable } from '../ui/table.ts'

/** Keys are masked. */
export async function listProfiles({ io, env, folders }: Context): Promise<void> {
  const config = readConfig(folders.config)
  const current = env[SETTINGS.profile.env] || currentName(config)
  const profiles = profileNames(config).map((name) => {
    const { base_url = null, api_key } = findProfile(config, name) ?? {}
    const key = api_key === undefined ? null : masked(api_key)
    return { name, current: name === current, base_url, api_key: key }
  })
  if (io.json) return io.write(`${JSON.stringify({ object: 'list', data: profiles })}\n`)
  if (profiles.length === 0) io.note('There are no profiles; `scribe login` makes one')
  const rows = profiles.map(({ name, current, base_url, api_key }) => [
    name,
    current ? 'current' : '-',
    base_url ?? '-',
    api_key ?? '-',
  ])
  if (rows.length > 0) await writeTable(io, ['NAME', 'USE', 'BASE URL', 'KEY'], rows)
}

/** @throws UsageError when there is no profile of that name */
export async function useProfile(context: Context, name: string): Promise<void> {
  const { io, env, folders, signal } = context
  await changeConfig(folders.config, signal, (config) => withCurrent(config, name))
  const url = findProfile(readConfig(folders.config), name)?.base_url ?? null
  io.note(`Commands go to ${printable(name)} (${printable(url ?? 'the local daemon')})`)
  for (const variable of [SETTINGS.baseUrl.env, SETTINGS.profile.env]) {
    if (env[variable]) io.note(`${variable} is set and goes before it`)
  }
  if (io.json) await io.write(`${JSON.stringify({ name, current: true, base_url: url })}\n`)
}
