// `scribe tools list`: which yt-dlp is used, where it comes from and how old it is.
import type { Context } from '../context.ts'
import { ytDlpProgram } from '../daemon-flags.ts'
import { loadFindYtDlp } from '../local.ts'
import { writeTable } from '../ui/table.ts'
import { ageText } from '../yt-dlp-age.ts'

/** Of the settings, pulled, or on PATH: the first of them is used. */
const SOURCES = { settings: 'settings', pulled: 'scribe tools', path: 'PATH' }

export async function listTools({ io, folders, flags, env }: Context): Promise<void> {
  const { ageDays, findYtDlp } = await loadFindYtDlp()
  const configured = ytDlpProgram(flags, env)
  const found = await findYtDlp({ configured, cacheDir: folders.cache, env })
  const version = found?.version ?? null
  const age_days = version === null ? null : ageDays(version, Date.now())
  if (io.json) {
    const { path = null, from = null } = found ?? {}
    const tool = { name: 'yt-dlp', installed: found !== null, path, from, version, age_days }
    return io.write(`${JSON.stringify({ object: 'list', data: [tool] })}\n`)
  }
  const row =
    found === null
      ? ['yt-dlp', '-', '-', '-', configured ?? '-']
      : [
          ...['yt-dlp', version ?? 'does not run', age_days === null ? '-' : ageText(age_days)],
          ...[SOURCES[found.from], found.path],
        ]
  await writeTable(io, ['NAME', 'VERSION', 'AGE', 'FROM', 'PATH'], [row])
  if (found !== null) return
  io.note(
    configured === null
      ? 'yt-dlp is not there; `scribe tools pull yt-dlp` installs it'
      : `yt-dlp is not at ${configured}, which the settings name; install it there or unset them`,
  )
}
