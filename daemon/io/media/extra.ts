// The settings' own arguments, as one run gets them.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JobError } from '../../../src/api/errors.ts'
import type { YtDlp } from '../../tools/find.ts'

const COOKIES = '--cookies='
const COOKIES_FILE = 'cookies.txt'

/** The first release that takes --js-runtimes; without one it gets few formats from YouTube. */
const FIRST_WITH_RUNTIMES = '2025.11.12'

/**
 * Adds this Node as the JavaScript runtime where yt-dlp can use it, and gives the run a copy of the
 * cookies: yt-dlp writes the file back at its end, which a killed run or two at once would spoil.
 *
 * @throws JobError fetch_failed when the cookies cannot be read
 */
export async function extraArguments(
  settings: readonly string[],
  { version }: YtDlp,
  folder: string,
): Promise<string[]> {
  const given = [...settings]
  const at = given.findLastIndex((word) => word.startsWith(COOKIES))
  if (at >= 0) given[at] = `${COOKIES}${await ownCookies(given[at] ?? '', folder)}`
  const chosen = given.some((word) => /^--(no-)?js-runtimes/.test(word))
  if (chosen || version === null || version < FIRST_WITH_RUNTIMES) return given
  return [`--js-runtimes=node:${process.execPath}`, ...given]
}

async function ownCookies(word: string, folder: string): Promise<string> {
  const file = word.slice(COOKIES.length)
  try {
    await copyFile(file, join(folder, COOKIES_FILE))
    return COOKIES_FILE
  } catch (cause) {
    throw new JobError(
      'fetch_failed',
      'The cookies file that the settings name for yt-dlp cannot be read. Mend the setting, restart the daemon, then try again.',
      { cause },
    )
  }
}
