// The environment of yt-dlp. What would change which code runs is taken out: Python's own
// variables, and the plug-ins in the user's folders. Temporary files go into the job's folder: the
// stand-alone program unpacks itself there, and a killed one leaves all of it behind.

/** Not for other programs: credentials, and settings of the interpreters that run them. */
const KEPT_BACK = /^(PYTHON|SCRIBE_|NODE_|npm_|YTDLP_)/i

/** @param plugins the settings name folders of plug-ins */
export function environmentFor(
  folder: string,
  plugins: boolean,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !KEPT_BACK.test(name))
  return {
    ...Object.fromEntries(kept),
    ...{ TMPDIR: folder, TEMP: folder, TMP: folder },
    ...{ PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1' },
    ...(plugins ? {} : { YTDLP_NO_PLUGINS: '1' }),
  }
}
