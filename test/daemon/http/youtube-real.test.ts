// The real yt-dlp, driven by a real daemon. The site is out of reach of tests: a plug-in of yt-dlp
// answers its URLs from a server on this machine, and everything behind that is yt-dlp's own work.
// Skipped where there is no yt-dlp.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder, removeFolders, startDaemon, type TestDaemon } from '../../support/daemon.ts'
import { until } from '../../support/until.ts'
import {
  hasYtDlp,
  PLUGGED_YTDLP,
  startVideoSite,
  type VideoSite,
} from '../../support/video-site.ts'
import { videosOf } from '../../support/videos.ts'

let site: VideoSite
let daemon: TestDaemon
let userConfig: string
beforeAll(async () => {
  site = await startVideoSite()
  userConfig = await newFolder()
  process.env.TEST_VIDEO_SITE = site.url
  process.env.XDG_CONFIG_HOME = userConfig
  await mkdir(join(userConfig, 'yt-dlp'))
  await writeFile(join(userConfig, 'yt-dlp', 'config'), `--print-to-file id ${userConfig}/read\n`)
  daemon = await startDaemon({ workers: 2, ytDlp: PLUGGED_YTDLP })
})
afterAll(async () => {
  await daemon.stop()
  await site.close()
  delete process.env.TEST_VIDEO_SITE
  delete process.env.XDG_CONFIG_HOME
  await removeFolders()
})

const { create, finish } = videosOf(() => daemon)

describe.skipIf(!hasYtDlp)('the real yt-dlp', { timeout: 60_000 }, () => {
  it('gives creator captions in the language that is spoken', async () => {
    const done = await finish('captions___')

    expect(done).toMatchObject({
      ...{ status: 'completed', transcript_source: 'youtube_captions', caption_kind: 'manual' },
      ...{ language: 'en', billed_minutes: 2 },
      media: { title: 'A talk', author: 'A speaker', duration_seconds: 61 },
    })
  })

  it.each([
    ['de', 'manual', 'de-DE'],
    ['en', 'manual', 'en'],
  ])('gives creator captions in %s: %s, %s', async (language, caption_kind, tag) => {
    expect(await finish('captions___', { language })).toMatchObject({ caption_kind, language: tag })
  })

  it('gives recognised captions with words, never a machine translation of them', async () => {
    const own = await finish('autoOnly___', { source: 'captions' })
    const words = (await daemon.get(own.id, '?include=words')).transcript?.segments[0]?.words
    const other = await finish('autoOnly___', { source: 'captions', language: 'fr' })

    expect(own).toMatchObject({ caption_kind: 'auto_generated', language: 'en' })
    expect(words?.map(({ text }) => text)).toEqual(['good', 'morning', 'everyone'])
    expect(other.error?.code).toBe('no_captions')
    expect(site.asked.filter((path) => path.includes('tlang'))).toEqual([])
  })

  it.each(['soundOnly__', 'filmOnly___'])(
    'fetches the audio where there are no captions: %s',
    async (id) => {
      const done = await finish(id)

      expect(done).toMatchObject({ status: 'completed', transcript_source: 'speech_to_text' })
      expect((await daemon.get(done.id)).transcript?.text).toBe('Heard, not read.')
    },
  )

  it('reads no configuration of the user, and leaves no file', async () => {
    await finish('soundOnly__', { language: 'en' })

    expect(existsSync(join(userConfig, 'read'))).toBe(false)
    expect(await readdir(join(daemon.dataDir, 'fetched'))).toEqual([])
  })

  it.each([
    ['unknown____', 'media_unavailable'],
    ['private____', 'media_private'],
    ['members____', 'media_private'],
    ['age________', 'age_restricted'],
    ['upcoming___', 'live_stream'],
    ['live_______', 'live_stream'],
    ['geo________', 'media_unavailable'],
    ['drm________', 'media_unavailable'],
    ['robot______', 'fetch_failed'],
    ['noFormats__', 'fetch_failed'],
    ['crash______', 'fetch_failed'],
  ])('makes the job fail at once, uncharged: %s is %s', async (id, code) => {
    const asked = site.asked.length
    const done = await finish(id)

    expect(done).toMatchObject({ status: 'failed', error: { code }, billed_minutes: null })
    expect(site.asked.slice(asked).filter((path) => path.startsWith('/videos'))).toHaveLength(1)
  })

  it('makes the job fail after three attempts when the network does', async () => {
    const ids = ['status403__', 'status429__', 'refused____', 'reset______']
    const done = await Promise.all(ids.map((id) => finish(id)))
    const attempts = ids.map((id) => site.asked.filter((path) => path === `/videos/${id}`).length)

    expect(done.map(({ error }) => error?.code)).toEqual(ids.map(() => 'fetch_failed'))
    expect(attempts).toEqual(ids.map(() => 3))
    expect(done.map(({ error }) => error?.message)).toEqual([
      ...[expect.stringContaining('403'), expect.stringContaining('429')],
      ...[expect.stringContaining('network'), expect.stringContaining('network')],
    ])
  })

  it('gives up captions that are refused for the audio', async () => {
    expect(await finish('noCaption__')).toMatchObject({
      ...{ status: 'completed', transcript_source: 'speech_to_text' },
    })
  })

  it('ends when it is canceled, with its file', async () => {
    const job = await create('hangs______')
    await until(async () => site.asked.includes('/hang'))
    const pids = await processesIn(daemon.dataDir)
    await daemon.request('DELETE', `/transcriptions/${job.id}`)
    await until(async () => (await readdir(join(daemon.dataDir, 'fetched'))).length === 0)

    expect(pids.length).toBeGreaterThan(0)
    expect(await processesIn(daemon.dataDir)).toEqual([])
  })
})

/** Processes whose working folder lies below `folder`; only Linux tells. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return cwd.startsWith(join(folder, 'fetched')) && !/^State:\s+Z/m.test(status)
    }),
  )
  return pids.filter((_pid, at) => found[at])
}
