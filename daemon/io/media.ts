// Gets videos with yt-dlp: first the description, then captions or audio from that description,
// so that the page is read once. Jobs of one video that run at the same time share a folder and
// everything in it: whichever of them asks first makes the others wait for the same run.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoFetcher } from '../ports.ts'
import type { VideoInfo } from '../rules/video-info.ts'
import { describe, type FetchSettings, fetchAudio, fetchCaptions } from './media/fetch.ts'
import { type Shared, share } from './media/shared.ts'

export interface VideoFetcherOptions extends FetchSettings {
  dataDir: string
}

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
