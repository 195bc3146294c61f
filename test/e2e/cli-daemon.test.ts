// The daemon as the command line handles it: in the foreground, in the background, by itself.
import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptionList } from '../../src/api/types.ts'
import { Home, MEDIA } from '../support/cli.ts'

let home: Home
const openHome = () => {
  home = new Home()
}
const closeHome = () => home.remove()

const SPEECH = join(MEDIA, 'speech.mp3')

interface Ready {
  event: string
  base_url: string
  pid: number
  data_dir: string
}

const homes: Home[] = []
afterAll(async () => {
  for (const home of homes) await home.remove()
})

/** For tests that run at the same time. */
function newHome(): Home {
  const made = new Home()
  homes.push(made)
  return made
}

/** `daemon run`, once it has printed its ready line. */
async function foreground(home: Home, ...flags: string[]) {
  let child: ChildProcess | undefined
  const ended = home.run(['daemon', 'run', '--port', '0', ...flags], {
    onStart: (started) => {
      child = started
    },
  })
  const line = await new Promise<string>((resolve) => child?.stdout?.once('data', resolve))
  return { ready: JSON.parse(line) as Ready, ended, stop: () => child?.kill('SIGTERM') }
}

describe.concurrent('scribe daemon run', () => {
  it('prints one line when it is ready, logs to stderr, and ends with 0 on SIGTERM', async () => {
    const home = newHome()
    const daemon = await foreground(home)
    expect(daemon.ready).toMatchObject({ event: 'ready', data_dir: home.data })
    expect(daemon.ready.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    daemon.stop()
    const { exitCode, stdout, stderr } = await daemon.ended
    expect(exitCode).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(() =>
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).not.toThrow()
    expect(existsSync(join(home.data, 'daemon.json'))).toBe(false)
  })

  it('ends with 0 within 10 s, also when somebody never finishes a request', async () => {
    const home = newHome()
    const daemon = await foreground(home)
    const { hostname, port, host } = new URL(daemon.ready.base_url)
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    const key = readFileSync(join(home.data, 'api-key'), 'utf8').trim()
    const head = [
      'POST /v1/transcriptions HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${key}`,
    ]
    const body = ['Content-Type: application/json', 'Content-Length: 100', '', '{']
    await new Promise<void>((sent) => socket.write([...head, ...body].join('\r\n'), () => sent()))
    const begunMs = performance.now()
    daemon.stop()
    expect((await daemon.ended).exitCode).toBe(0)
    expect(performance.now() - begunMs).toBeLessThan(10_000)
  })

  it('refuses a data folder that is in use, naming the process', async () => {
    const home = newHome()
    const first = await foreground(home)
    const second = await home.run(['daemon', 'run', '--port', '0'])
    expect(second.stderr).toContain(`pid ${first.ready.pid}`)
    expect(second.exitCode).toBe(9)
    first.stop()
    await first.ended
  })

  it.skipIf(process.getuid?.() === 0)('does not blame the port for its data folder', async () => {
    const home = newHome()
    mkdirSync(home.data, { mode: 0 })
    const { exitCode, stderr } = await home.run(['daemon', 'run', '--port', '0'])
    expect(stderr).toMatch(/^scribe: EACCES/)
    expect(exitCode).toBe(1)
  })

  it('says which port is taken', async () => {
    const home = newHome()
    const first = await foreground(home)
    const port = new URL(first.ready.base_url).port
    const other = home.path('other')
    const second = await home.run(['daemon', 'run', '--port', port, '--data-dir', other])
    expect(second.stderr).toContain(`Port ${port} is in use`)
    expect(second.exitCode).toBe(1)
    first.stop()
    await first.ended
  })
})

describe('scribe daemon start, status, stop', () => {
  beforeEach(openHome)
  afterEach(closeHome)

  it('work together', async () => {
    const status = () => home.run(['daemon', 'status', '--json'])
    expect(JSON.parse((await status()).stdout)).toMatchObject({ running: false, pid: null })
    const started = await home.run(['daemon', 'start', '--port', '0', '--json'])
    const answer = JSON.parse((await status()).stdout)
    expect(answer).toMatchObject({
      ...{ running: true, active_jobs: 0, queued_jobs: 0 },
      ...{ model: 'moonshine-tiny-en', data_dir: home.data, pid: JSON.parse(started.stdout).pid },
    })
    expect(answer.version).toBe((await home.run(['--version'])).stdout.trim())
    expect(Number.isInteger(answer.uptime_seconds)).toBe(true)
    const again = await home.run(['daemon', 'start', '--json'])
    expect(JSON.parse(again.stdout).pid).toBe(answer.pid)
    expect((await home.run(['daemon', 'logs'])).stdout).toContain(`"pid":${answer.pid}`)
    expect((await home.run(['daemon', 'stop'])).exitCode).toBe(0)
    expect(JSON.parse((await status()).stdout).running).toBe(false)
  })

  it('tell the reason when it does not start', async () => {
    mkdirSync(join(home.data, 'store'), { recursive: true })
    writeFileSync(join(home.data, 'transcripts'), 'a file where a folder belongs')
    const { exitCode, stderr } = await home.run(['daemon', 'start', '--port', '0'])
    expect(stderr).toMatch(/did not start: .*transcripts.* \(its log: .*daemon\.log\)\n$/)
    expect(exitCode).toBe(1)
  })
})

describe('a command that needs a server', () => {
  beforeEach(openHome)
  afterEach(closeHome)

  it('starts the daemon, says so in one line, and leaves it running, its files private', async () => {
    const first = await home.run(['transcribe', SPEECH, '-o', 'out.txt'])
    expect(first.stderr.match(/Starting the local daemon/g)).toHaveLength(1)
    expect(first.exitCode).toBe(0)
    const second = await home.run(['account'])
    expect(second.stderr).not.toContain('Starting')
    if (process.platform === 'win32') return
    for (const path of ['data/api-key', 'data/daemon.json', 'state/daemon.log']) {
      expect(statSync(home.path(path)).mode & 0o077, path).toBe(0)
    }
  })

  it('ends up with the same daemon as another one that starts at the same time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => home.run(['create', '--json', SPEECH])))
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    const ids = runs.map(({ stdout }) => JSON.parse(stdout).id as string)
    const { data } = await home.api<TranscriptionList>('/transcriptions')
    expect(data.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it('is not misled by what a dead daemon left behind', async () => {
    const pid = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))
    mkdirSync(home.data, { recursive: true })
    const file = { pid, base_url: 'http://127.0.0.1:9/v1', version: '0', data_dir: home.data }
    writeFileSync(join(home.data, 'daemon.json'), JSON.stringify(file))
    const { exitCode, stderr } = await home.run(['account', '-q'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  })
})

describe('scribe doctor and models', () => {
  beforeEach(openHome)
  afterEach(closeHome)

  it('finds this machine fit', async () => {
    const { stdout, exitCode } = await home.run(['doctor', '--json'])
    const { ok, checks } = JSON.parse(stdout)
    const names = checks.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['node', 'model', 'yt-dlp', 'disk', 'clock']))
    expect(ok).toBe(true)
    expect(exitCode).toBe(0)
  })

  it('finds a damaged model, says how to mend it, and exits with 1', async () => {
    const { stdout: path } = await home.run(['models', 'path', 'silero-vad-v5'])
    const cache = home.path('cache')
    execFileSync('cp', ['-r', join(path.trim(), '../../..'), cache])
    const model = path.trim().replace(/^.*\/models\//, `${cache}/models/`)
    const file = join(model, 'model.onnx')
    writeFileSync(file, Buffer.alloc(statSync(file).size))
    const { stdout, exitCode } = await home.run(['doctor'], { env: { SCRIBE_CACHE_DIR: cache } })
    expect(stdout).toMatch(/fail\s+model\s+silero-vad-v5 is damaged.*\n\s+fix: scribe models pull/)
    expect(exitCode).toBe(1)
  })

  it('lists the models, one a line, and which are there', async () => {
    const { stdout } = await home.run(['models', 'list'])
    expect(stdout).toMatch(/^moonshine-tiny-en\tinstalled\tactive,default\ten\t/m)
    const empty = await home.run(['models', 'list'], { env: { SCRIBE_CACHE_DIR: home.path('c') } })
    expect(empty.stdout).toMatch(/^moonshine-tiny-en\t-\t/m)
  })
})
