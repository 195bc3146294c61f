// The three things that yt-dlp is run for. Nothing of the user's configuration is read, nothing is
// written but into the given folder, and every run has its limits of time and size.
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchCrash } from '../../ports.ts'
import { type CaptionTrack, readVideoInfo, type VideoInfo } from '../../rules/video-info.ts'
import type { YtDlp } from '../../tools/find.ts'
import { audioArguments, captionArguments, describeArguments, INFO_FILE } from './arguments.ts'
import { environmentFor } from './environment.ts'
import { extraArguments } from './extra.ts'
import { collect, DOCUMENT_MAX, missing, refuseAbove, tooLarge } from './output.ts'
import { type Run, runYtDlp } from './run.ts'

export interface FetchSettings {
  /** The largest audio that is fetched. */
  audioMaxBytes: number
  /** The program that the settings name, for saying so when it is missing. */
  configured: string | null
  /** Which yt-dlp to use; asked for every run. Null when there is none. */
  find(): Promise<YtDlp | null>
  /** Further arguments, checked. */
  extra: readonly string[]
}

const LIMIT_SECONDS = { info: 180, captions: 120, audio: 2 * 60 * 60 }
/** A download that says nothing for so long stands still. */
const AUDIO_SILENCE_SECONDS = 120

/** Reads what the video is, into the folder too: the other two go on from there. */
export async function describe(
  settings: FetchSettings,
  folder: string,
  url: string,
  signal: AbortSignal,
): Promise<VideoInfo> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const printed = collect()
  const { onOutput } = printed
  const run = { folder, limitSeconds: LIMIT_SECONDS.info, onOutput }
  await yt(settings, run, (extra) => describeArguments(url, extra), signal)
  const document = parse(printed.text())
  await writeFile(join(folder, `${INFO_FILE}.new`), printed.text(), { mode: 0o600 })
  await rename(join(folder, `${INFO_FILE}.new`), join(folder, INFO_FILE))
  return readVideoInfo(document)
}

/** A parsed json3 document. */
export async function fetchCaptions(
  settings: FetchSettings,
  folder: string,
  { kind, key }: CaptionTrack,
  signal: AbortSignal,
): Promise<unknown> {
  const run = { folder, limitSeconds: LIMIT_SECONDS.captions, onOutput: () => {} }
  await yt(settings, run, (extra) => captionArguments(kind, key, extra), signal)
  const { path, size } = await findFile(folder, (file) => file === `captions.${key}.json3`)
  if (size > DOCUMENT_MAX) throw new FetchCrash('yt-dlp wrote far too much.')
  return parse(await readFile(path, 'utf8'))
}

/** @returns path of the file */
export async function fetchAudio(
  settings: FetchSettings,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const { audioMaxBytes } = settings
  const run = {
    folder,
    limitSeconds: LIMIT_SECONDS.audio,
    silenceSeconds: AUDIO_SILENCE_SECONDS,
    onOutput: refuseAbove(audioMaxBytes),
  }
  // Half a file of an earlier attempt may be of another format than the one that is chosen now.
  for (const name of await readdir(folder)) {
    if (name.startsWith('audio.')) await rm(join(folder, name), { recursive: true, force: true })
  }
  await yt(settings, run, (extra) => audioArguments(audioMaxBytes, extra), signal)
  const { path, size } = await findFile(folder, (file) => /^audio\.\w+$/.test(file))
  if (size > audioMaxBytes) throw tooLarge(audioMaxBytes)
  return path
}

/** @param argumentsWith the command line, given the settings' own arguments */
async function yt(
  { configured, find, extra }: FetchSettings,
  run: Omit<Run, 'args' | 'env'>,
  argumentsWith: (extra: string[]) => string[],
  signal: AbortSignal,
): Promise<void> {
  const program = await find()
  if (program === null) throw missing(configured)
  const args = argumentsWith(await extraArguments(extra, program, run.folder))
  const plugins = extra.some((word) => word.startsWith('--plugin-dirs='))
  const env = environmentFor(run.folder, plugins)
  await runYtDlp(program.path, { ...run, args, env }, signal)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FetchCrash('yt-dlp answered with something that is no JSON. Update it.', { cause })
  }
}

/** Links, pipes and the like are none of yt-dlp's own making, and are not read. */
async function findFile(folder: string, isIt: (name: string) => boolean) {
  const name = (await readdir(folder)).find(isIt)
  if (name !== undefined) {
    const path = join(folder, name)
    const stats = await lstat(path)
    if (stats.isFile()) return { path, size: stats.size }
  }
  throw new FetchCrash('yt-dlp ended without an error and without a file. Update yt-dlp.')
}
