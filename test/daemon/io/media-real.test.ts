// The arguments of the fetcher, taken by the real yt-dlp. The site is out of reach of tests, so
// the description of a video is laid ready, and its files come from a server on this machine.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVideoFetcher } from '../../../daemon/io/media.ts'
import type { CaptionTrack } from '../../../daemon/rules/video-info.ts'
import { MEDIA_DIR } from '../../support/speech.ts'

const MANUAL: CaptionTrack = { key: 'en', kind: 'manual', language: 'en' }
const AUTO: CaptionTrack = { key: 'en-orig', kind: 'auto_generated', language: 'en' }
const going = new AbortController().signal

const isInstalled = (() => {
  try {
    execFileSync('yt-dlp', ['--version'])
    return true
  } catch {
    return false
  }
})()

/** A video of which the description has been read already. */
async function openDescribed() {
  const files: Record<string, string> = {
    '/manual': resolve('test/fixtures/ytdlp/manual.json3'),
    '/auto': resolve('test/fixtures/ytdlp/auto.json3'),
    '/audio': join(MEDIA_DIR, 'speech.webm'),
  }
  const server = createServer(async (request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file === undefined ? 404 : 200).end(file && (await readFile(file)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'scribe-media-'))
  onTestFinished(async () => {
    server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const fetcher = await openVideoFetcher({ dataDir, program: 'yt-dlp' })
  const info = {
    ...{ id: 'dQw4w9WgXcQ', title: 'A talk', extractor: 'youtube', extractor_key: 'Youtube' },
    ...{ _type: 'video', duration: 3, webpage_url: `${base}/gone` },
    subtitles: { en: [{ ext: 'json3', url: `${base}/manual` }] },
    automatic_captions: {
      'en-orig': [{ ext: 'json3', url: `${base}/auto` }],
      fr: [{ ext: 'json3', url: `${base}/none` }],
    },
    formats: [
      {
        ...{ format_id: '251', ext: 'webm', acodec: 'opus', vcodec: 'none', protocol: 'http' },
        url: `${base}/audio`,
      },
    ],
  }
  await mkdir(join(dataDir, 'fetched', 'tr_1'))
  await writeFile(join(dataDir, 'fetched', 'tr_1', 'info.json'), JSON.stringify(info))
  return fetcher
}

describe.skipIf(!isInstalled)('the real yt-dlp', { timeout: 60_000 }, () => {
  it('fetches creator captions and automatic ones', async () => {
    const fetcher = await openDescribed()
    const manual = JSON.stringify(await fetcher.captions('tr_1', MANUAL, going))
    const auto = JSON.stringify(await fetcher.captions('tr_1', AUTO, going))

    expect(manual).toContain('Good morning')
    expect(auto).toContain('acAsrConf')
  })

  it('fails when captions cannot be fetched, instead of going on without', async () => {
    const fetcher = await openDescribed()

    await expect(
      fetcher.captions('tr_1', { ...AUTO, key: 'fr', language: 'fr' }, going),
    ).rejects.toThrow()
  })

  it('fetches the audio as it is', async () => {
    const fetcher = await openDescribed()
    const path = await fetcher.audio('tr_1', 1_000_000, going)

    expect(await readFile(path)).toEqual(await readFile(join(MEDIA_DIR, 'speech.webm')))
  })

  it('is held to the size that is allowed', async () => {
    const fetcher = await openDescribed()

    await expect(fetcher.audio('tr_1', 1000, going)).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('1000 bytes'),
    })
  })
})
