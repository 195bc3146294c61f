// A site with videos on a real port, for the real yt-dlp and the plug-in in fixtures/ytdlp-plugin.
// Its audio is a script for the scripted speech child, or a real recording.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { execaSync } from 'execa'
import { MEDIA_DIR } from './speech.ts'

export const PLUGGED_YTDLP = resolve(import.meta.dirname, '../fixtures/ytdlp-plugin/yt-dlp')

/** Whether there is a real yt-dlp on PATH; tests that need it are skipped elsewhere. */
export const hasYtDlp = !execaSync('yt-dlp', ['--version'], { reject: false }).failed

export interface VideoSite {
  url: string
  /** Paths that were asked for. */
  asked: string[]
  close(): Promise<void>
}

const SCRIPT = {
  duration: 61,
  segments: [{ start: 0, end: 2, text: 'Heard, not read.', speaker: null, language: 'en' }],
}

export async function startVideoSite(): Promise<VideoSite> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const status = /^\/status\/(\d+)/.exec(path)?.[1]
    if (status !== undefined) return response.writeHead(Number(status)).end()
    if (path.startsWith('/reset')) return request.socket.resetAndDestroy()
    if (path.startsWith('/hang')) return response.writeHead(200).write('half of it')
    const body = await bodyOf(path, site.url)
    response.writeHead(body === null ? 404 : 200).end(body ?? '{"says":"Video unavailable"}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const site: VideoSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return site
}

async function bodyOf(path: string, site: string): Promise<string | Buffer | null> {
  const [, room, name = ''] = path.split(/[/?]/)
  if (room === 'videos') {
    const video = VIDEOS[name]?.(site)
    return video === undefined ? null : JSON.stringify(video)
  }
  if (path.startsWith('/audio/script')) return JSON.stringify(SCRIPT)
  if (path.startsWith('/audio/speech')) return readFile(join(MEDIA_DIR, 'speech.webm'))
  if (path.startsWith('/audio/huge')) return Buffer.alloc(50_000)
  if (room !== 'captions') return null
  const file = name.startsWith('auto') ? 'auto' : 'manual'
  return readFile(resolve(import.meta.dirname, `../fixtures/ytdlp/${file}.json3`))
}

type Video = Record<string, unknown>

const caption = (site: string, name: string) => [
  { ext: 'json3', url: `${site}/captions/${name}` },
  { ext: 'vtt', url: `${site}/captions/vtt` },
]
const sound = (site: string, path: string) => ({
  ...{ format_id: '251', ext: 'webm', acodec: 'opus', vcodec: 'none', protocol: 'http' },
  url: `${site}/audio/${path}`,
})
const film = (site: string) => ({
  ...{ format_id: '18', ext: 'mp4', acodec: 'mp4a.40.2', vcodec: 'avc1', protocol: 'http' },
  url: `${site}/audio/script`,
})
/** Every language that is not the video's own is a machine translation. */
const recognised = (site: string) => ({
  'en-orig': caption(site, 'auto.en'),
  en: caption(site, 'auto.en'),
  de: caption(site, 'auto.en?tlang=de'),
  fr: caption(site, 'auto.en?tlang=fr'),
})
const info = (site: string, more: Video = {}): Video => ({
  info: {
    title: 'A talk',
    ...{ channel: 'A speaker', channel_url: 'https://www.youtube.com/channel/UC0123456789' },
    ...{ thumbnail: 'https://i.ytimg.com/vi/x/hqdefault.jpg', duration: 61 },
    formats: [sound(site, 'script')],
    ...more,
  },
})

const VIDEOS: Record<string, (site: string) => Video> = {
  captions___: (site) =>
    info(site, {
      subtitles: { en: caption(site, 'manual.en'), 'de-DE': caption(site, 'manual.de') },
      automatic_captions: recognised(site),
    }),
  autoOnly___: (site) => info(site, { automatic_captions: recognised(site) }),
  soundOnly__: (site) => info(site),
  filmOnly___: (site) => info(site, { formats: [film(site)] }),
  speech_____: (site) => info(site, { formats: [sound(site, 'speech')], duration: 4 }),
  noCaption__: (site) =>
    info(site, {
      automatic_captions: { 'en-orig': [{ ext: 'json3', url: `${site}/status/429?captions` }] },
    }),
  live_______: (site) => info(site, { live_status: 'is_live' }),
  noFormats__: (site) => info(site, { formats: [] }),
  private____: () => ({ says: "Private video. Sign in if you've been granted access" }),
  age________: () => ({ says: 'Sign in to confirm your age. This video may be inappropriate' }),
  members____: () => ({ says: 'Join this channel to get access to members-only content' }),
  upcoming___: () => ({ says: 'This live event will begin in 2 hours.' }),
  robot______: () => ({ says: 'Sign in to confirm you’re not a bot.' }),
  geo________: () => ({ geo: 'The uploader has not made this video available in your country' }),
  drm________: () => ({ drm: true }),
  status403__: (site) => ({ asks: `${site}/status/403` }),
  status429__: (site) => ({ asks: `${site}/status/429` }),
  refused____: () => ({ asks: 'http://127.0.0.1:9/' }),
  reset______: (site) => ({ asks: `${site}/reset` }),
  crash______: () => ({ crash: true }),
  hangs______: (site) => info(site, { formats: [{ ...sound(site, ''), url: `${site}/hang` }] }),
  huge_______: (site) => info(site, { formats: [sound(site, 'huge')] }),
}
