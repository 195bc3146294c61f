// The check of yt-dlp: only YouTube needs it, so that nothing about it is a failure.
import { loadFindYtDlp, type YtDlp } from '../local.ts'
import { ageText, OLD_DAYS } from '../yt-dlp-age.ts'
import { type CheckResult, ok, warn } from './check.ts'

const PULL = '`scribe tools pull yt-dlp`'

/** @param configured what the settings name; null when they name nothing */
export async function checkYtDlp(
  configured: string | null,
  cacheDir: string,
): Promise<CheckResult> {
  const { ageDays, findYtDlp } = await loadFindYtDlp()
  const found = await findYtDlp({ configured, cacheDir })
  if (found === null) return missing(configured)
  const { path, version } = found
  if (version === null) return warn(`does not run, or says no version (${path})`, fixOf(found))
  const days = ageDays(version, Date.now())
  const message = `${version}, ${ageText(days)} (${path})`
  return days <= OLD_DAYS
    ? ok(message)
    : warn(`${message}; YouTube has probably changed since`, fixOf(found))
}

function missing(configured: string | null): CheckResult {
  const needed = 'if you want to transcribe YouTube videos; files need nothing'
  return configured === null
    ? warn('not found', `run ${PULL}, ${needed}`)
    : warn(
        `not found (${configured})`,
        `install it there, or unset the setting and run ${PULL}, ${needed}`,
      )
}

/** What is pulled goes before what is on PATH, and after what is set. */
function fixOf({ from }: YtDlp): string {
  return from === 'settings' ? `update it, or unset the setting and run ${PULL}` : `run ${PULL}`
}
