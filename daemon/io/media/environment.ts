// The environment of one run of yt-dlp. Its temporary files go into the job's folder: the stand-alone
// program unpacks itself there, and a killed one leaves all of it behind.
import { cleanEnvironment } from '../../tools/clean-environment.ts'

/** @param plugins the settings name folders of plug-ins */
export function environmentFor(folder: string, plugins: boolean): NodeJS.ProcessEnv {
  const { YTDLP_NO_PLUGINS, ...clean } = cleanEnvironment()
  const own = { ...clean, TMPDIR: folder, TEMP: folder, TMP: folder }
  return plugins ? own : { ...own, YTDLP_NO_PLUGINS }
}
