// The fetcher against small programs that behave as yt-dlp should not.
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVideoFetcher } from '../../../daemon/io/media.ts'
import type { VideoFetcher } from '../../../daemon/ports.ts'
import type { CaptionTrack } from '../../../daemon/rules/video-info.ts'
import { findYtDlp } from '../../../daemon/tools/find.ts'

const VIDEO = { id: 'dQw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
const TRACK: CaptionTrack = { key: 'en', kind: 'manual', language: 'en' }
const going = new AbortController().signal

/** A fetcher whose yt-dlp is this JavaScript; `mode` gives the file its permissions. */
async function fetcherOf(script: string, mode = 0o755): Promise<VideoFetcher & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'scribe-media-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const program = join(dir, 'yt-dlp.mjs')
  await writeFile(program, `#!/usr/bin/env node\nimport fs from 'node:fs'\n${script}\n`)
  await chmod(program, mode)
  return { ...(await open(dir, program)), dir }
}

const open = (dataDir: string, configured: string, extra: string[] = []) =>
  openVideoFetcher({
    ...{ dataDir, configured, extra, audioMaxBytes: 100 },
    find: () => findYtDlp({ configured, cacheDir: dataDir }),
  })

const described = (rest: string) => `
  if (process.argv.includes('--version')) process.exit()
  if (process.argv.includes('--dump-single-json')) process.stdout.write('{"id":"dQw4w9WgXcQ"}')
  else { ${rest} }`

describe('the fetcher', () => {
  it('is at a loss with a description that is no JSON, and may be asked again', async () => {
    const fetcher = await fetcherOf('process.stdout.write("<html>")')

    await expect(fetcher.info('tr_1', VIDEO, going)).rejects.toMatchObject({ name: 'FetchCrash' })
  })

  it('ends a program that prints without end', async () => {
    const script = "const x = 'x'.repeat(1 << 20); for (;;) fs.writeSync(1, x)"
    const fetcher = await fetcherOf(script)

    await expect(fetcher.info('tr_1', VIDEO, going)).rejects.toMatchObject({
      name: 'FetchCrash',
      message: expect.stringContaining('too much'),
    })
  })

  it('is at a loss when the program succeeds without a file', async () => {
    const fetcher = await fetcherOf(described(''))
    await fetcher.info('tr_1', VIDEO, going)

    const got = await Promise.allSettled([
      fetcher.captions('tr_1', TRACK, going),
      fetcher.audio('tr_1', going),
    ])

    const lost = { status: 'rejected', reason: { name: 'FetchCrash' } }
    expect(got).toMatchObject([lost, lost])
  })

  it.each([
    ['a link', (name: string) => `fs.symlinkSync('/etc/hostname', '${name}')`],
    ['a named pipe', (name: string) => `execFileSync('mkfifo', ['${name}'])`],
    ['a folder', (name: string) => `fs.mkdirSync('${name}')`],
  ])('reads no file that is %s', async (_what, make) => {
    const script = `${make('captions.en.json3')}; ${make('audio.webm')}`
    const fetcher = await fetcherOf(
      `const { execFileSync } = await import('node:child_process')
      ${described(script)}`,
    )
    await fetcher.info('tr_1', VIDEO, going)

    const captions = fetcher.captions('tr_1', TRACK, going)
    await expect(captions).rejects.toMatchObject({ name: 'FetchCrash' })
    await rm(join(fetcher.dir, 'fetched'), { recursive: true })
    await fetcher.info('tr_2', { ...VIDEO, id: 'other______' }, going)
    await expect(fetcher.audio('tr_2', going)).rejects.toMatchObject({ name: 'FetchCrash' })
  })

  it('reads no captions that are far too large', async () => {
    const fetcher = await fetcherOf(
      described(
        "fs.writeFileSync('captions.en.json3', ''); fs.truncateSync('captions.en.json3', 3e9)",
      ),
    )
    await fetcher.info('tr_1', VIDEO, going)

    await expect(fetcher.captions('tr_1', TRACK, going)).rejects.toMatchObject({
      ...{ name: 'FetchCrash', message: expect.stringContaining('too much') },
    })
  })

  it.each([
    ['says that more bytes have come than are allowed', 'bytes=101'],
    ['gives up a file that is too large itself', '[download] File is larger than max-filesize (2)'],
  ])('ends a download that %s', async (_what, line) => {
    const fetcher = await fetcherOf(described(`console.log('${line}'); setInterval(() => {}, 1e3)`))
    await fetcher.info('tr_1', VIDEO, going)

    await expect(fetcher.audio('tr_1', going)).rejects.toMatchObject({ code: 'fetch_failed' })
  })

  it('gives the program a folder of the video’s own, and finds its file there', async () => {
    const fetcher = await fetcherOf(described("fs.writeFileSync('audio.webm', process.cwd())"))
    await fetcher.info('tr_1', VIDEO, going)
    const path = await fetcher.audio('tr_1', going)

    expect(dirname(dirname(path))).toBe(join(fetcher.dir, 'fetched'))
    expect(await readFile(path, 'utf8')).toBe(dirname(await realpath(path)))
  })

  it('says of a program that may not be run what to do', async () => {
    const fetcher = await fetcherOf('', 0o644)

    await expect(fetcher.info('tr_1', VIDEO, going)).rejects.toMatchObject({
      name: 'JobError',
      code: 'fetch_failed',
      message: expect.stringMatching(/cannot be run at.*Install it there/),
    })
  })

  it('starts nothing when it was stopped before', async () => {
    const fetcher = await fetcherOf("fs.writeFileSync('../../started', '')")
    const reason = new Error('stopped')

    await expect(fetcher.info('tr_1', VIDEO, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(await readdir(fetcher.dir)).not.toContain('started')
  })

  it('begins with an empty folder: what a killed daemon left is gone', async () => {
    const fetcher = await fetcherOf(described("fs.writeFileSync('audio.webm', '')"))
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.audio('tr_1', going)
    await open(fetcher.dir, 'yt-dlp')

    expect(await readdir(join(fetcher.dir, 'fetched'))).toEqual([])
  })
})
