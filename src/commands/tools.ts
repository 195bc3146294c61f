// `scribe tools pull|remove|path`: the one program that scribe can bring, yt-dlp.
import type { Context } from '../context.ts'
import { ytDlpProgram } from '../daemon-flags.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { loadFindYtDlp, loadPullYtDlp } from '../local.ts'
import { SETTINGS, settingOf } from '../settings.ts'
import { showPull } from '../ui/pull.ts'

const AGAIN = 'Nothing was kept; run the same command again.'

/** Always asks for the newest release. */
export async function pullTool(context: Context, name: string): Promise<void> {
  assertKnown(name)
  const { io, folders, flags, env, signal } = context
  const { OFFICIAL_RELEASES, pullYtDlp } = await loadPullYtDlp()
  const set = settingOf('ytDlpReleases', flags, env)
  const releases = set === undefined ? OFFICIAL_RELEASES : checkedReleases(set)
  const { path, version } = await showPull(io, (show) =>
    pullYtDlp({
      ...{ cacheDir: folders.cache, releases, signal, env },
      onProgress: (bytes) => show({ what: 'yt-dlp', ...bytes }),
    }),
  ).catch((error: unknown) => {
    throw error instanceof Interrupted ? new Interrupted(AGAIN) : error
  })
  const configured = ytDlpProgram(flags, env)
  if (configured !== null) io.note(`It is not used: the settings name ${configured}`)
  await answer(context, { name, path, version }, `${path}\n`)
}

export async function removeTool(context: Context, name: string): Promise<void> {
  assertKnown(name)
  const { removeYtDlp } = await loadPullYtDlp()
  const removed = await removeYtDlp(context.folders.cache)
  context.io.note(removed ? `${name} removed` : `${name} was not pulled`)
  if (context.io.json) await answer(context, { name, removed }, '')
}

/** @throws Error when there is none */
export async function printToolPath(context: Context, name: string): Promise<void> {
  assertKnown(name)
  const { flags, env, folders } = context
  const { findYtDlp } = await loadFindYtDlp()
  const configured = ytDlpProgram(flags, env)
  const found = await findYtDlp({ configured, cacheDir: folders.cache, env })
  if (found === null) {
    throw new Error(
      configured === null
        ? 'yt-dlp is not on this machine; `scribe tools pull yt-dlp` installs it'
        : `yt-dlp is not at ${configured}, which the settings name; install it there or unset them`,
    )
  }
  const { path, from, version } = found
  await answer(context, { name, path, from, version }, `${path}\n`)
}

function checkedReleases(text: string): string {
  const { flag, env, check } = SETTINGS.ytDlpReleases
  return check(`${flag.split(' ')[0]} (${env})`, text)
}

function assertKnown(name: string): void {
  if (name !== 'yt-dlp') throw new UsageError(`There is no tool "${name}"; there is yt-dlp`)
}

async function answer({ io }: Context, json: object, text: string): Promise<void> {
  await io.write(io.json ? `${JSON.stringify(json)}\n` : text)
}
