// What all commands have in common when they talk to a server: repeats, traces, and a local daemon
// that comes back on another port.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Created } from '../../src/api/types.ts'
import { putScript } from '../support/batch.ts'
import { Home, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { broken, busy, json, type Reply, refusal, serve } from '../support/scripted-server.ts'

const home = new Home()
let daemon: TestDaemon
const closers: (() => unknown)[] = []

beforeAll(async () => {
  daemon = await startDaemon()
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

async function serving(...replies: Reply[]) {
  const server = await serve(replies)
  closers.push(() => server.close())
  const run = (args: string[], options: RunOptions = {}) =>
    home.run(args, {
      env: { SCRIBE_BASE_URL: server.baseUrl, SCRIBE_API_KEY: 'svc_k' },
      ...options,
    })
  return { run, seen: server.seen, baseUrl: server.baseUrl }
}

const none = json({ object: 'list', data: [], next_cursor: null })
const limited = (seconds: number) =>
  refusal(
    429,
    { code: 'rate_limited', message: 'Slow down.', retryable: true },
    { 'retry-after': String(seconds) },
  )

describe('requests', () => {
  it('announce each repeat on a line, but not under --quiet and --json', async () => {
    const { run } = await serving(busy, none)
    const { stderr } = await run(['list'])
    expect(stderr).toBe('Busy. (service_unavailable); trying again in 1 s\nNo transcriptions\n')
    for (const flag of ['--quiet', '--json']) {
      const quiet = await (await serving(busy, none)).run(['list', flag])
      expect(quiet).toMatchObject({ stderr: '', exitCode: 0 })
    }
  })

  it('announce a failure once, however often it comes back', async () => {
    const { run, seen } = await serving(broken, broken, none)
    const { stderr } = await run(['list'])
    expect(stderr).toMatch(/^Could not reach .*; trying again in 1 s\nNo transcriptions\n$/)
    expect(seen).toHaveLength(3)
  })

  it('are not repeated with --max-retries 0, and exit with 8', async () => {
    const { run, seen } = await serving(busy)
    const { stderr, exitCode } = await run(['list', '--max-retries', '0'])
    expect(stderr).toBe('scribe: Busy. (service_unavailable)\n')
    expect(exitCode).toBe(8)
    expect(seen).toHaveLength(1)
  })

  it('do not sit out a day because a server asks for it', async () => {
    const { run } = await serving(limited(86_400))
    const { stderr, exitCode } = await run(['list'])
    expect(stderr).toBe('scribe: Slow down. (rate_limited)\n  the server asks to wait 86400 s\n')
    expect(exitCode).toBe(8)
  })

  it('end at once with Ctrl-C while they rest', async () => {
    const { run } = await serving(limited(600))
    const started = performance.now()
    const { exitCode } = await run(['list'], {
      onStart: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    })
    expect(exitCode).toBe(130)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  it('are given up at once where nobody listens', async () => {
    const env = { SCRIBE_BASE_URL: 'http://127.0.0.1:9/v1' }
    const { stderr, exitCode } = await home.run(['list'], { env })
    expect(stderr).toBe('scribe: Could not reach http://127.0.0.1:9: nobody listens there\n')
    expect(exitCode).toBe(1)
  })

  it('are not repeated when something else answers', async () => {
    const page: Reply = (_request, response) => response.writeHead(404).end('<h1>Not Found</h1>')
    const { run, seen } = await serving(page)
    const { stderr, exitCode } = await run(['list'])
    expect(stderr).toContain('does the base URL end in /v1?')
    expect(exitCode).toBe(1)
    expect(seen).toHaveLength(1)
  })

  it('say that a server does not speak https', async () => {
    const { run, baseUrl } = await serving(none)
    const { stderr, exitCode } = await run(['list', '--base-url', baseUrl.replace('http', 'https')])
    expect(stderr).toMatch(/^scribe: Could not reach .*: it does not speak https; is it http\?\n$/)
    expect(exitCode).toBe(1)
  })

  it.each(['-1', '1.5', 'many', ''])('take no --max-retries %j', async (value) => {
    const { run } = await serving(none)
    const { stderr, exitCode } = await run(['list', `--max-retries=${value}`])
    expect(stderr).toContain('--max-retries')
    expect(exitCode).toBe(2)
  })

  it('take no wrong --max-retries either where nothing is sent', async () => {
    const { run } = await serving(none)
    expect((await run(['config', 'path', '--max-retries', 'many'])).exitCode).toBe(2)
  })
})

describe('--verbose and --debug', () => {
  it('tell each attempt, and each wait with its reason', async () => {
    const { run, baseUrl } = await serving(busy, broken, none)
    const { stdout, stderr, exitCode } = await run(['list', '--verbose', '--limit', '5', '--json'])
    const url = `${baseUrl}/transcriptions?limit=5`.replaceAll('/', '\\/').replace('?', '\\?')
    const lines = stderr.trimEnd().split('\n')
    expect(lines[0]).toMatch(new RegExp(`^< #1 GET ${url}: 503 in \\d+ ms$`))
    expect(lines[1]).toMatch(
      /^\* #1 Busy\. \(service_unavailable\); retry 1 of at most 5 in 0\.\d s$/,
    )
    expect(lines[2]).toMatch(/ \(attempt 2\): .*the connection was lost, after \d+ ms$/)
    expect(lines[3]).toMatch(/the connection was lost; retry 1 of at most 12 in 0\.\d s$/)
    expect(lines[4]).toMatch(/ \(attempt 3\): 200 in \d+ ms$/)
    expect(lines).toHaveLength(5)
    expect(JSON.parse(stdout)).toHaveProperty('object', 'list')
    expect(exitCode).toBe(0)
  })

  it('show headers and bodies with --debug, but no secret', async () => {
    putScript(home, 'talk.wav')
    const args = ['create', 'talk.wav', '--upload', 'chunked', '--debug']
    const hook = 'https://hooks.example.com/in?password=hunter2'
    const env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key }
    const { stderr } = await home.run(args, { env })
    expect(stderr).toContain('>   {"upload":{"filename":"talk.wav"')
    expect(stderr).toContain('>   authorization: ***')
    expect(stderr).toMatch(/< {3}\{"id":"tr_.*"X-Upload-Token":"\*\*\*"/)
    expect(stderr).toMatch(/> {3}X-Upload-Token: \*\*\*/i)
    expect(stderr).not.toContain(daemon.key)
    const { run } = await serving(json({ id: 'tr_1', status: 'queued' }))
    const made = await run(['create', 'https://youtu.be/x', '--webhook-url', hook, '--debug'])
    expect(made.stderr).toContain('https://hooks.example.com/in?***')
    expect(made.stderr).not.toMatch(/hunter2|svc_k/)
  })

  it('cannot be had together with --quiet', async () => {
    const { run } = await serving(none)
    expect((await run(['list', '--quiet', '--verbose'])).exitCode).toBe(2)
  })
})

describe('a local daemon that is started again', () => {
  it('is found on its new port by a command that waits', async () => {
    const local = new Home()
    closers.push(() => local.remove())
    await local.run(['daemon', 'start', '--port', '0', '--workers', '1'])
    const reservation = JSON.stringify({ upload: { filename: 'talk.wav', size: 9 } })
    const reserved = await local.run(['api', 'POST', 'transcriptions', '-d', reservation])
    const { id } = JSON.parse(reserved.stdout) as Created
    let asked = () => {}
    const asking = new Promise<void>((resolve) => {
      asked = resolve
    })
    const waiting = local.run(['wait', id, '--debug'], {
      onStart: (child) => child.stderr?.once('data', asked),
    })
    await asking
    await local.run(['daemon', 'restart', '--port', '0'])
    await local.run(['cancel', id])
    const { stdout, stderr } = await waiting
    expect(stdout).toBe(`${id}\tcanceled\n`)
    expect(stderr).toMatch(/the connection was lost|nobody listens/)
  })
})
