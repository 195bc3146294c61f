// `scribe list`: pages and all of them, for people and for scripts.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription, TranscriptionList } from '../../src/api/types.ts'
import { linesOf } from '../support/batch.ts'
import { BIN, Home, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { json, refusal, serve } from '../support/scripted-server.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'

const COUNT = 120
const home = new Home()
let daemon: TestDaemon

const target = () => ({ SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key })

beforeAll(async () => {
  daemon = await startDaemon()
  const reserve = (index: number) =>
    daemon.request('POST', '/transcriptions', {
      json: { upload: { filename: `talk ${index}.wav`, size: 100 }, language: 'de' },
    })
  for (let index = 0; index < COUNT; index += 1) await reserve(index)
  await daemon.submit({ duration: 61 }, '?wait=60')
  const failed = { duration: 3, fail: { code: 'no_speech', message: 'Nobody speaks.' } }
  await daemon.submit(failed, '?wait=60')
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

function list(args: string[] = [], options: RunOptions = {}) {
  return home.run(['list', ...args], { env: target(), ...options })
}

async function page(query = ''): Promise<TranscriptionList> {
  return (await (
    await daemon.request('GET', `/transcriptions${query}`)
  ).json()) as TranscriptionList
}

const rowsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

describe('scribe list', () => {
  it('prints tab-separated columns without a header: exact times, seconds', async () => {
    const { data } = await page('?limit=2')
    const { stdout, exitCode } = await list(['--limit', '2'])
    expect(rowsOf(stdout)).toEqual([
      [data[0]?.id, 'failed', data[0]?.created_at, '', '', 'talk.wav'],
      [data[1]?.id, 'completed', data[1]?.created_at, '61', 'en', 'talk.wav'],
    ])
    expect(exitCode).toBe(0)
  })

  it('prints 20, and says on stderr how to see more', async () => {
    const { stdout, stderr } = await list()
    expect(rowsOf(stdout)).toHaveLength(20)
    const cursor = /--cursor (\S+) shows the next page/.exec(stderr)?.[1] ?? ''
    const next = await list(['--cursor', cursor, '--limit', '100'])
    expect(rowsOf(next.stdout)).toHaveLength(100)
    expect((await list(['--quiet'])).stderr).toBe('')
  })

  it('prints under --json exactly what the server answered', async () => {
    const { stdout, stderr } = await list(['--json', '--limit', '3'])
    expect(JSON.parse(stdout)).toEqual(await page('?limit=3'))
    expect(stderr).toBe('')
  })

  it('prints every page with --all, each transcription once', async () => {
    const { stdout, stderr } = await list(['--all'])
    const ids = rowsOf(stdout).map(([id]) => id)
    expect(ids).toHaveLength(COUNT + 2)
    expect(new Set(ids).size).toBe(COUNT + 2)
    expect(stderr).toBe('')
  })

  it('prints one transcription a line with --all --json', async () => {
    const { stdout } = await list(['--all', '--json'])
    const jobs = linesOf<Transcription>(stdout)
    expect(jobs).toHaveLength(COUNT + 2)
    const { data } = await page('?limit=100')
    expect(jobs.slice(0, 100)).toEqual(data)
  })

  it('filters by status and platform', async () => {
    expect(rowsOf((await list(['--status', 'failed'])).stdout)).toHaveLength(1)
    const { stdout, stderr } = await list(['--platform', 'youtube'])
    expect(stdout).toBe('')
    expect(stderr).toBe('No transcriptions\n')
  })

  it('shows what was deleted with --include-deleted only', async () => {
    const { id } = await daemon.submit({ duration: 3 }, '?wait=60')
    await daemon.request('DELETE', `/transcriptions/${id}`)
    expect(rowsOf((await list(['--limit', '1'])).stdout)[0]?.[0]).not.toBe(id)
    const { stdout } = await list(['--limit', '1', '--include-deleted'])
    expect(rowsOf(stdout)[0]?.slice(0, 2)).toEqual([id, 'deleted'])
  })

  it('ends quietly when its reader has seen enough', async () => {
    const command = `"$0" "$1" list --all | head -n 1; echo "\${PIPESTATUS[0]}"`
    const env = { ...home.env, ...target() }
    const shell = ['-c', command, process.execPath, BIN]
    const run = await promisify(execFile)('bash', shell, { env })
    expect(run.stdout).toMatch(/^tr_.*\n0\n$/)
    expect(run.stderr).toBe('')
  })

  it('says with Ctrl-C where it was', async () => {
    const first = json({ object: 'list', data: [], next_cursor: 'abc' })
    let interrupt = () => {}
    const server = await serve([first, () => interrupt()])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const { stderr, exitCode } = await list(['--all'], {
      env,
      onStart: (child) => {
        interrupt = () => child.kill('SIGINT')
      },
    })
    server.close()
    expect(stderr).toContain('scribe: Interrupted. --cursor abc goes on from here.')
    expect(exitCode).toBe(130)
  })

  it.each([
    [[], /^--cursor abc goes on from here\.\nscribe: Broken/],
    [['--quiet'], /^--cursor abc goes on from here\.\nscribe: Broken/],
    [['--json'], /^\{"next_cursor":"abc"\}\n\{"error":\{"code":"internal_error"/],
  ])('says where it was when the server fails half-way, with %j', async (flags, message) => {
    const first = json({ object: 'list', data: [], next_cursor: 'abc' })
    const error = { code: 'internal_error', message: 'Broken.', retryable: false }
    const server = await serve([first, refusal(500, error)])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const { stderr, exitCode } = await list(['--all', ...flags], { env })
    server.close()
    expect(stderr).toMatch(message)
    expect(exitCode).toBe(8)
  })

  it.each([
    [['--limit', '0'], '--limit takes a whole number from 1 to 100'],
    [['--limit', '101'], '--limit takes a whole number from 1 to 100'],
    [['--status', 'done'], '--status takes one of awaiting_upload, queued'],
    [['--platform', 'vimeo'], '--platform takes one of youtube, upload'],
    [['--all', '--limit', '5'], '--all has no --limit'],
    [['--cursor', 'nonsense'], 'invalid_request'],
    [['surplus'], 'too many arguments'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await list(args)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it('gets past a rate limit by waiting as long as the server asks', async () => {
    const refused = (_request: unknown, response: import('node:http').ServerResponse) => {
      const error = { code: 'rate_limited', message: 'Slow down.', retryable: true }
      response.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify({ error }))
    }
    const last = json({
      object: 'list',
      data: [{ ...(await page('?limit=1')).data[0] }],
      next_cursor: null,
    })
    const server = await serve([refused, last])
    const { stdout, stderr } = await list(['--all'], { env: { SCRIBE_BASE_URL: server.baseUrl } })
    server.close()
    expect(stderr).toBe('Slow down. (rate_limited); trying again in 1 s\n')
    expect(rowsOf(stdout)).toHaveLength(1)
  })
})

describe.skipIf(!hasTerminal)('scribe list on a terminal', () => {
  it('aligns the columns below a header, the same over all pages, within the width', async () => {
    const terminal = new Terminal({ ...home.env, ...target() }, 100, 30)
    terminal.scribe(['list', '--all'])
    await terminal.shows(/^exit 0/)
    const lines = terminal.everything().filter((line) => /^(ID|tr_)/.test(line))
    terminal.close()
    expect(lines).toHaveLength(COUNT + 3)
    expect(lines[0]).toMatch(/^ID +STATUS +CREATED +LENGTH +LANGUAGE +NAME$/)
    const column = lines[0]?.indexOf('NAME') ?? 0
    for (const line of lines.slice(1)) expect(line.slice(column)).toMatch(/^talk/)
  })

  it('shows no control characters of a server', async () => {
    const [job] = (await page('?limit=1')).data
    const source = { platform: 'upload', filename: 'a\u001b]0;evil\u0007\nb.wav', size: 1 }
    const server = await serve([
      json({ object: 'list', data: [{ ...job, source }], next_cursor: null }),
    ])
    const terminal = new Terminal({ ...home.env, SCRIBE_BASE_URL: server.baseUrl }, 120, 20)
    terminal.scribe(['list'])
    const screen = await terminal.shows(/^exit 0/)
    terminal.close()
    server.close()
    expect(screen.join('\n')).toContain('a\\x1b]0;evil\\x07\\nb.wav')
  })
})
