// What jobs of one video share, and the surroundings in which yt-dlp runs. The program is a small
// script that notes each of its runs.
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVideoFetcher } from '../../../daemon/io/media.ts'
import { findYtDlp } from '../../../daemon/tools/find.ts'
import { until } from '../../support/until.ts'

const VIDEO = { id: '-Qw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=-Qw4w9WgXcQ' }
const OTHER = { id: '-QW4w9WgXcQ', url: 'https://www.youtube.com/watch?v=-QW4w9WgXcQ' }
const going = new AbortController().signal

/** Describes a video, or writes audio; waits while there is a file `hold` beside it. */
const SCRIPT = `#!/usr/bin/env node
import fs from 'node:fs'
if (process.argv.includes('--version')) {
  console.log(process.env.TEST_VERSION ?? '2023.03.04')
  process.exit()
}
const notes = new URL('.', import.meta.url).pathname
const info = process.argv.includes('--dump-single-json')
const found = fs.readdirSync('.')
const run = { pid: process.pid, info, args: process.argv.slice(2), env: process.env, found }
if (!info) fs.writeFileSync('audio.webm.part', 'half')
fs.appendFileSync(notes + 'runs.jsonl', JSON.stringify(run) + '\\n')
const wait = setInterval(() => {
  if (fs.existsSync(notes + 'hold')) return
  clearInterval(wait)
  if (fs.existsSync(notes + 'fail')) { console.error('ERROR: [youtube] x: timed out'); process.exit(1) }
  if (info) console.log('{"id":"x"}')
  else fs.writeFileSync('audio.webm', 'audio')
}, 10)
`

interface NotedRun {
  pid: number
  info: boolean
  args: string[]
  env: NodeJS.ProcessEnv
  /** Files that lay there when it began. */
  found: string[]
}

async function openNoted(extra: string[] = []) {
  const dir = await mkdtemp(join(tmpdir(), 'scribe-media-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const configured = join(dir, 'yt-dlp.mjs')
  await writeFile(configured, SCRIPT)
  await chmod(configured, 0o755)
  const fetcher = await openVideoFetcher({
    ...{ dataDir: dir, configured, extra, audioMaxBytes: 100 },
    find: () => findYtDlp({ configured, cacheDir: dir }),
  })
  const file = (name: string) => join(dir, name)
  const runs = async (): Promise<NotedRun[]> => {
    const text = await readFile(file('runs.jsonl'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }
  return {
    ...fetcher,
    file,
    runs,
    folders: () => readdir(file('fetched')),
    hold: () => writeFile(file('hold'), ''),
    release: () => rm(file('hold')),
  }
}

describe('jobs of one video at the same time', () => {
  it('share one description and one download', async () => {
    const fetcher = await openNoted()
    const jobs = ['tr_1', 'tr_2', 'tr_3']
    await Promise.all(jobs.map((job) => fetcher.info(job, VIDEO, going)))
    const paths = await Promise.all(jobs.map((job) => fetcher.audio(job, going)))

    expect(new Set(paths).size).toBe(1)
    expect((await fetcher.runs()).map(({ info }) => info)).toEqual([true, false])
  })

  it('share a failure too; the next attempt starts anew', async () => {
    const fetcher = await openNoted()
    await writeFile(fetcher.file('fail'), '')
    const jobs = ['tr_1', 'tr_2']
    const asked = await Promise.allSettled(jobs.map((job) => fetcher.info(job, VIDEO, going)))
    await rm(fetcher.file('fail'))
    await fetcher.info('tr_1', VIDEO, going)

    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await fetcher.runs()).toHaveLength(2)
  })

  it('keep it until the last of them has ended', async () => {
    const fetcher = await openNoted()
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.info('tr_2', VIDEO, going)
    const path = await fetcher.audio('tr_1', going)
    await fetcher.remove('tr_1')

    expect(await readFile(path, 'utf8')).toBe('audio')
    await fetcher.remove('tr_2')
    expect(await fetcher.folders()).toEqual([])
  })

  it('go on when one of them is canceled; when all are, the program ends first', async () => {
    const fetcher = await openNoted()
    await fetcher.hold()
    const aborts = [new AbortController(), new AbortController()]
    const asked = aborts.map(({ signal }, at) => fetcher.info(`tr_${at}`, VIDEO, signal))
    const settled = Promise.allSettled(asked)
    await until(async () => (await fetcher.runs()).length === 1)
    const pid = (await fetcher.runs())[0]?.pid ?? 0
    aborts[0]?.abort(new Error('canceled'))
    await expect(asked[0]).rejects.toThrow('canceled')
    const wentOn = isAlive(pid)
    aborts[1]?.abort(new Error('canceled too'))
    await settled

    expect([wentOn, isAlive(pid)]).toEqual([true, false])
  })

  it('leave nothing to the next one when all were canceled', async () => {
    const fetcher = await openNoted()
    await fetcher.hold()
    const abort = new AbortController()
    const first = fetcher.info('tr_1', VIDEO, abort.signal).catch(() => 'canceled')
    await until(async () => (await fetcher.runs()).length === 1)
    abort.abort(new Error('canceled'))
    const second = fetcher.info('tr_2', VIDEO, going)
    await fetcher.release()

    expect(await first).toBe('canceled')
    expect(await second).toMatchObject({ videoId: 'x' })
  })

  it('of videos whose ids differ in case only share nothing', async () => {
    const fetcher = await openNoted()
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.info('tr_2', OTHER, going)
    const names = (await fetcher.folders()).map((name) => name.toLowerCase())

    expect(new Set(names).size).toBe(2)
  })

  it('find the audio again in their next attempt', async () => {
    const fetcher = await openNoted()
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.audio('tr_1', going)
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.audio('tr_1', going)

    expect((await fetcher.runs()).filter(({ info }) => !info)).toHaveLength(1)
  })
})

describe('a download', () => {
  it('that broke off is begun anew: the next attempt may choose another format', async () => {
    const fetcher = await openNoted()
    await fetcher.info('tr_1', VIDEO, going)
    await writeFile(fetcher.file('fail'), '')
    await expect(fetcher.audio('tr_1', going)).rejects.toMatchObject({ name: 'FetchCrash' })
    await rm(fetcher.file('fail'))
    await fetcher.info('tr_1', VIDEO, going)
    await fetcher.audio('tr_1', going)
    const runs = await fetcher.runs()

    expect(runs.map(({ info }) => info)).toEqual([true, false, true, false])
    expect(runs.at(-2)?.found).toContain('audio.webm.part')
    expect(runs.at(-1)?.found).not.toContain('audio.webm.part')
  })
})

describe('yt-dlp', () => {
  it('knows no secrets, no plug-ins and no other Python; its temporary files lie with the job', async () => {
    process.env.SCRIBE_API_KEY = 'svc_secret'
    process.env.PYTHONPATH = '/somewhere'
    onTestFinished(() => {
      delete process.env.SCRIBE_API_KEY
      delete process.env.PYTHONPATH
    })
    const fetcher = await openNoted()
    await fetcher.info('tr_1', VIDEO, going)
    const [run] = await fetcher.runs()
    const [folder = ''] = await fetcher.folders()

    expect(JSON.stringify(run?.env)).not.toMatch(/svc_secret|somewhere/)
    expect(run?.env).toMatchObject({
      YTDLP_NO_PLUGINS: '1',
      TMPDIR: join(fetcher.file('fetched'), folder),
    })
  })

  it('gets the arguments of the settings before the --, plug-ins only by them', async () => {
    const fetcher = await openNoted(['--proxy=http://127.0.0.1:9', '--plugin-dirs=/plugins'])
    await fetcher.info('tr_1', VIDEO, going)
    const [run] = await fetcher.runs()

    expect(run?.args.slice(-4)).toEqual([
      ...['--proxy=http://127.0.0.1:9', '--plugin-dirs=/plugins', '--', VIDEO.url],
    ])
    expect(run?.env).not.toHaveProperty('YTDLP_NO_PLUGINS')
  })

  it('works on a copy of the cookies, which it would write back', async () => {
    const cookies = join(await mkdtemp(join(tmpdir(), 'scribe-cookies-')), 'cookies.txt')
    onTestFinished(() => rm(dirname(cookies), { recursive: true }))
    await writeFile(cookies, 'mine')
    const fetcher = await openNoted([`--cookies=${cookies}`])
    await fetcher.info('tr_1', VIDEO, going)
    const [run] = await fetcher.runs()
    const [folder = ''] = await fetcher.folders()

    expect(run?.args).toContain('--cookies=cookies.txt')
    expect(await readFile(join(fetcher.file('fetched'), folder, 'cookies.txt'), 'utf8')).toBe(
      'mine',
    )
  })

  it('whose cookies are not there is not started, and the message says what to mend', async () => {
    const fetcher = await openNoted(['--cookies=/no/such/file'])

    await expect(fetcher.info('tr_1', VIDEO, going)).rejects.toMatchObject({
      code: 'fetch_failed',
      message: expect.stringContaining('cookies'),
    })
    expect(await fetcher.runs()).toEqual([])
  })

  it.each([
    ['2025.12.08', [], `--js-runtimes=node:${process.execPath}`],
    ['2023.03.04', [], undefined],
    ['2025.12.08', ['--js-runtimes=deno'], '--js-runtimes=deno'],
  ])('of %s with %j has the JavaScript runtime %s', async (version, extra, expected) => {
    process.env.TEST_VERSION = version
    onTestFinished(() => {
      delete process.env.TEST_VERSION
    })
    const fetcher = await openNoted([...extra])
    await fetcher.info('tr_1', VIDEO, going)
    const [run] = await fetcher.runs()

    expect(run?.args.filter((word) => word.startsWith('--js-runtimes'))).toEqual(
      expected === undefined ? [] : [expected],
    )
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
