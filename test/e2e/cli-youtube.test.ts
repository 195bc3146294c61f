// Videos by their URL, as a user asks for them: the real program, its own daemon, and the stand-in
// for yt-dlp that plays what a video's id says.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TranscriptionList } from '../../src/api/types.ts'
import { Home } from '../support/cli.ts'
import { hasYtDlp, PLUGGED_YTDLP, startVideoSite } from '../support/video-site.ts'
import { urlOf } from '../support/videos.ts'

const STAND_IN = resolve(import.meta.dirname, '../fixtures/ytdlp/yt-dlp.js')
const home = new Home()
const scribe = (...args: string[]) => home.run(args)

beforeAll(async () => {
  const flags = ['--port', '0', '--yt-dlp', STAND_IN, '--yt-dlp-args', '--proxy "socks5://h:1"']
  const started = await scribe('daemon', 'start', ...flags)
  expect(started.stderr).not.toContain('scribe:')
})
afterAll(() => home.remove())

describe('scribe transcribe with a video URL', () => {
  it('prints its captions in the asked format; what follows an & in the URL does no harm', async () => {
    const url = `${urlOf('manualEn___')}&list=PL0123456789&index=2&t=4s`
    const { exitCode, stdout } = await scribe('transcribe', url, '-f', 'srt')

    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^1\n00:00:00,500 --> 00:00:02,800\nGood morning & welcome,\n/)
  })

  it('names file and format of several by their videos', async () => {
    const out = home.path('out')
    const urls = [urlOf('manualEn___'), 'https://youtu.be/autoEn_____']
    const { exitCode } = await scribe('transcribe', ...urls, '-f', 'vtt', '-o', out)

    expect(exitCode).toBe(0)
    expect(readdirSync(out)).toHaveLength(2)
  })

  it('that cannot be had ends with 5, its code and what to do', async () => {
    const { exitCode, stdout, stderr } = await scribe('transcribe', urlOf('ageLimit___'))

    expect([exitCode, stdout]).toEqual([5, ''])
    expect(stderr).toMatch(/age_restricted.*Upload the file instead/)
  })

  it('that names no video ends with 2 and shows what a video URL looks like', async () => {
    const { exitCode, stderr } = await scribe(
      'transcribe',
      'https://www.youtube.com/playlist?list=x',
    )

    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/watch\?v=<id>/)
  })

  it('is not guessed from a bare id: that ends with 2 and the whole URL to give', async () => {
    const { exitCode, stderr } = await scribe('transcribe', 'manualEn___')

    expect(exitCode).toBe(2)
    expect(stderr).toContain(urlOf('manualEn___'))
  })
})

describe('scribe transcribe with a video URL, interrupted', () => {
  const video = urlOf('hangsInfo__')
  const jobs = async () => {
    const { data } = await home.api<TranscriptionList>('/transcriptions?limit=100')
    return data.filter(({ source }) => 'url' in source && source.url === video)
  }
  const interrupted = (signal: NodeJS.Signals) =>
    home.run(['transcribe', video, '--verbose'], {
      onStart: (child) =>
        child.stderr?.on('data', (text: string) => {
          if (/GET .*\/transcriptions\/tr_/.test(text)) child.kill(signal)
        }),
    })

  it('goes on with the same transcription, and begins a new one once that was canceled', async () => {
    await interrupted('SIGKILL')
    const [first] = await jobs()
    const { exitCode, stderr } = await interrupted('SIGINT')
    expect(exitCode).toBe(130)
    expect(stderr).toContain(`${first?.id} goes on; run the same command again`)
    expect(await jobs()).toHaveLength(1)

    await scribe('cancel', first?.id ?? '')
    const anew = await scribe('transcribe', video, '--timeout', '0')
    const [second] = await jobs()
    expect(anew.stderr).toContain(`${second?.id} is still`)
    expect(second?.id).not.toBe(first?.id)
    await scribe('cancel', second?.id ?? '')
  })

  it('keeps nothing of a video that the server refuses', async () => {
    const sessions = () => readdirSync(join(home.state, 'uploads'))
    const before = sessions()
    await scribe('transcribe', 'https://www.youtube.com/playlist?list=x')
    expect(sessions()).toEqual(before)
  })
})

describe('scribe create with a video URL', () => {
  it('prints the id of a transcription that --wait has seen completed', async () => {
    const { exitCode, stdout } = await scribe('create', urlOf('autoEn_____'), '--wait', '60')
    const { stdout: text } = await scribe('get', stdout.trim(), '-f', 'text')

    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^tr_\w+\n$/)])
    expect(text).toBe('good morning everyone\nlet us begin\n')
  })

  it('takes the recent one with --reuse-recent, by any form of its URL', async () => {
    const args = ['--wait', '60', '--reuse-recent', '--json']
    const first = await scribe('create', urlOf('regionEn___'), ...args)
    const second = await scribe('create', 'https://youtu.be/regionEn___?si=x', ...args)
    const [one, two] = [JSON.parse(first.stdout), JSON.parse(second.stdout)]

    expect([one.reused, two.reused]).toEqual([false, true])
    expect(two.id).toBe(one.id)
  })

  it('ends with 5 when it is known to have failed', async () => {
    const { exitCode } = await scribe('create', urlOf('private____'), '--wait', '60')

    expect(exitCode).toBe(5)
  })
})

describe('a video with captions', () => {
  it('needs no speech model; one that is to be heard pulls it first', async () => {
    const other = new Home()
    try {
      const cache = other.path('cache')
      // Nothing can be pulled from there.
      const npm = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
      const env = { ...npm, SCRIBE_CACHE_DIR: cache, SCRIBE_YTDLP: STAND_IN }
      const run = (...args: string[]) =>
        other.run(['transcribe', urlOf('manualEn___'), ...args], { env })

      expect((await run()).stdout).toMatch(/^Good morning/)
      expect((await run('--source', 'captions')).exitCode).toBe(0)
      const { exitCode, stderr } = await run('--source', 'stt')
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('npm registry')])
    } finally {
      await other.remove()
    }
  })
})

describe('the daemon', () => {
  it('hands the arguments of --yt-dlp-args on to yt-dlp', () => {
    const notes = readFileSync(join(home.data, 'ytdlp-calls.jsonl'), 'utf8')

    expect(notes).toContain('"--proxy=socks5://h:1","--"')
  })

  it.skipIf(process.platform !== 'linux')('shows them in no list of processes', async () => {
    const { pid } = JSON.parse(readFileSync(join(home.data, 'daemon.json'), 'utf8'))

    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('socks5')
  })

  it.each([
    ['--exec rm', /"--exec" is no argument .* that may be set/],
    ['--cookies cookies.txt', /--cookies takes an absolute path/],
  ])('is not started with --yt-dlp-args "%s"', async (args, message) => {
    const { exitCode, stderr } = await scribe('daemon', 'run', '--yt-dlp-args', args)

    expect(exitCode).toBe(2)
    expect(stderr).toMatch(message)
  })

  it('says of a video that there is no yt-dlp, and how to get it; files need none', async () => {
    const other = new Home()
    try {
      const env = { PATH: other.path('no-programs') }
      const run = (...args: string[]) => other.run(args, { env })
      await run('daemon', 'start', '--port', '0')
      const { exitCode, stderr } = await run('create', urlOf('manualEn___'), '--wait', '60')

      expect(exitCode).toBe(5)
      expect(stderr).toMatch(/fetch_failed.*scribe tools pull yt-dlp.*without it/)
    } finally {
      await other.remove()
    }
  })
})

describe.skipIf(!hasYtDlp)('the real yt-dlp and the real speech-to-text', () => {
  it('transcribe a video without captions', { timeout: 120_000 }, async () => {
    const site = await startVideoSite()
    const other = new Home()
    try {
      const env = { TEST_VIDEO_SITE: site.url, SCRIBE_YTDLP: PLUGGED_YTDLP }
      const { exitCode, stdout, stderr } = await other.run(['transcribe', urlOf('speech_____')], {
        env,
      })

      expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('scribe:')])
      expect(stdout.toLowerCase()).toMatch(/\w+ \w+/)
    } finally {
      await other.remove()
      await site.close()
    }
  })
})
