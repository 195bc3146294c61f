// The environment that yt-dlp is given: nothing that changes which code runs, and nobody's secrets.

/** Credentials, and settings of the interpreters that run yt-dlp or are run by it. */
const KEPT_BACK = /^(PYTHON|SCRIBE_|NODE_|npm_|YTDLP_)/i

/** A copy without what other programs must not get; without the user's plug-ins too. */
export function cleanEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !KEPT_BACK.test(name))
  const ours = { PYTHONUTF8: '1', PYTHONDONTWRITEBYTECODE: '1', YTDLP_NO_PLUGINS: '1' }
  return { ...Object.fromEntries(kept), ...ours }
}
