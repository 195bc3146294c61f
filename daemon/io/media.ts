// Gets videos with yt-dlp: first the description, then captions or audio from that description,
// so that the page is read once. Jobs of one video that run at the same time share a folder and
// everything in it: whichever of them asks first makes the others wait for the same run. Nothing of
// the user's configuration is read, nothing is written but below that folder, and every run has
// its limits of time and size.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchCrash, type VideoFetcher } from '../ports.ts'
import { type CaptionTrack, readVideoInfo, type VideoInfo } from '../rules/video-info.ts'
import type { YtDlp } from '../tools/find.ts'
import {
  audioArguments,
  captionArguments,
  describeArguments,
  INFO_FILE,
} from './media/arguments.ts'
import { environmentFor } from './media/environment.ts'
import { extraArguments } from './media/extra.ts'
import { collect, missing, refuseAbove, tooLarge } from './media/output.ts'
import { type Run, runYtDlp } from './media/run.ts'
import { type Shared, share } from './media/shared.ts'

export interface VideoFetcherOptions {
  dataDir: string
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
/** Addresses in a description are good for hours; what is live or private may change sooner. */
const INFO_KEPT_MS = 10 * 60 * 1000

interface Video {
  folder: string
  /** The jobs that need what is in the folder. */
  jobs: Set<string>
  info: Shared<VideoInfo>
  tracks: Map<string, Shared<unknown>>
  audio: Shared<string>
}

/** Opens the folder for fetched files, emptying it: no daemon goes on with those of another. */
export async function openVideoFetcher(options: VideoFetcherOptions): Promise<VideoFetcher> {
  const root = join(options.dataDir, 'fetched')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { mode: 0o700 })
  const videos = new Map<string, Video>()
  let opened = 0

  const open = (id: string, url: string): Video => {
    // Numbered: the folder of the video's last jobs may be on its way out.
    const folder = join(root, `${id}.${opened++}`)
    const video: Video = {
      folder,
      jobs: new Set(),
      info: share((signal) => describe(options, folder, url, signal), INFO_KEPT_MS),
      tracks: new Map(),
      audio: share((signal) => fetchAudio(options, folder, signal)),
    }
    videos.set(id, video)
    return video
  }
  const of = (job: string): Video => {
    const video = [...videos.values()].find(({ jobs }) => jobs.has(job))
    if (video === undefined) throw new Error(`${job} has not asked for its video`)
    return video
  }

  return {
    info(job, { id, url }, signal) {
      const video = videos.get(id) ?? open(id, url)
      video.jobs.add(job)
      return video.info.get(signal)
    },

    async captions(job, track, signal) {
      const video = of(job)
      const name = `${track.kind} ${track.key}`
      const { folder } = video
      const captions =
        video.tracks.get(name) ?? share((stop) => fetchCaptions(options, folder, track, stop))
      video.tracks.set(name, captions)
      return orAnew(video, captions.get(signal))
    },

    audio(job, signal) {
      const video = of(job)
      return orAnew(video, video.audio.get(signal))
    },

    async remove(job) {
      for (const [id, { jobs, folder }] of videos) {
        if (!jobs.delete(job) || jobs.size > 0) continue
        videos.delete(id)
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    },
  }
}

/** After a failure the description may be to blame: the next attempt reads it again. */
async function orAnew<T>({ info }: Video, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    info.forget()
    throw error
  }
}

async function describe(
  options: VideoFetcherOptions,
  folder: string,
  url: string,
  signal: AbortSignal,
): Promise<VideoInfo> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const printed = collect()
  const { onOutput } = printed
  const run = { folder, limitSeconds: LIMIT_SECONDS.info, onOutput }
  await yt(options, run, (extra) => describeArguments(url, extra), signal)
  const document = parse(printed.text())
  await writeFile(join(folder, `${INFO_FILE}.new`), printed.text(), { mode: 0o600 })
  await rename(join(folder, `${INFO_FILE}.new`), join(folder, INFO_FILE))
  return readVideoInfo(document)
}

async function fetchCaptions(
  options: VideoFetcherOptions,
  folder: string,
  { kind, key }: CaptionTrack,
  signal: AbortSignal,
): Promise<unknown> {
  const run = { folder, limitSeconds: LIMIT_SECONDS.captions, onOutput: () => {} }
  await yt(options, run, (extra) => captionArguments(kind, key, extra), signal)
  const name = await findFile(folder, (file) => file === `captions.${key}.json3`)
  return parse(await readFile(join(folder, name), 'utf8'))
}

async function fetchAudio(
  options: VideoFetcherOptions,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const { audioMaxBytes } = options
  const run = {
    folder,
    limitSeconds: LIMIT_SECONDS.audio,
    silenceSeconds: AUDIO_SILENCE_SECONDS,
    onOutput: refuseAbove(audioMaxBytes),
  }
  await yt(options, run, (extra) => audioArguments(audioMaxBytes, extra), signal)
  const path = join(folder, await findFile(folder, (file) => /^audio\.\w+$/.test(file)))
  if ((await stat(path)).size > audioMaxBytes) throw tooLarge(audioMaxBytes)
  return path
}

/** @param argumentsWith the command line, given the settings' own arguments */
async function yt(
  { configured, find, extra }: VideoFetcherOptions,
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

async function findFile(folder: string, isIt: (name: string) => boolean): Promise<string> {
  const name = (await readdir(folder)).find(isIt)
  if (name !== undefined) return name
  throw new FetchCrash('yt-dlp ended without an error and without a file. Update yt-dlp.')
}
