// An upload survives whatever happens on the way: it goes on with the chunks that are missing, as
// one transcription, and every byte arrives where it belongs.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TranscriptionList, UploadProgress } from '../../src/api/types.ts'
import { eventually, Home, type Ran } from '../support/cli.ts'
import { newFolder, removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { startProxy, type TestProxy } from '../support/proxy.ts'

/** Three chunks, the last one smaller. */
const SIZE = 20_000_000
const LONG_AGO = new Date(1_700_000_000_000)

const home = new Home()
let daemon: TestDaemon
let proxy: TestProxy

beforeAll(async () => {
  daemon = await startDaemon()
  proxy = await startProxy(daemon.baseUrl)
  // Keeps the only worker busy, so that what was uploaded stays on the disk.
  await daemon.submit({ duration: 1, holdMs: 3_600_000 })
})
afterAll(async () => {
  await proxy.close()
  await daemon.stop()
  await home.remove()
  await removeFolders()
})
afterEach(() => {
  proxy.refuse = () => null
  proxy.slowMs = 0
  proxy.requests = []
  proxy.comeBack()
})

function newFile(name: string, sizeBytes = SIZE): string {
  writeFileSync(home.path(name), randomBytes(sizeBytes))
  return home.path(name)
}

function run(args: string[], onStart: (child: ChildProcess) => void = () => {}): Promise<Ran> {
  const env = { SCRIBE_BASE_URL: proxy.baseUrl, SCRIBE_API_KEY: daemon.key }
  return home.run(args, { env, onStart })
}

async function jobsOf(file: string, from = daemon) {
  const response = await from.request('GET', '/transcriptions?limit=100')
  const { data } = (await response.json()) as TranscriptionList
  return data.filter(({ source }) => 'filename' in source && file.endsWith(`/${source.filename}`))
}

async function onlyJobOf(file: string) {
  const jobs = await jobsOf(file)
  expect(jobs).toHaveLength(1)
  return jobs[0] ?? { id: '', status: '' }
}

async function received(id: string): Promise<number[]> {
  const response = await daemon.request('GET', `/transcriptions/${id}/upload`)
  return ((await response.json()) as UploadProgress).received_chunks
}

/** Keeps all chunks but the first on the way. @returns lets them pass */
function holdChunks(): () => void {
  let letPass = () => {}
  const passing = new Promise<void>((resolve) => {
    letPass = resolve
  })
  proxy.refuse = async ({ url = '' }) => {
    if (/chunks\/[1-9]/.test(url)) await passing
    return null
  }
  return letPass
}

/** The id, once the first chunk of the file has arrived. */
function begun(file: string): Promise<string> {
  return eventually(async () => {
    const job = (await jobsOf(file)).find(({ status }) => status === 'awaiting_upload')
    return job !== undefined && (await received(job.id)).length > 0 ? job.id : null
  })
}

/** Indexes of the chunks that were sent since the requests were last forgotten. */
function sentChunks(): number[] {
  return proxy.requests.flatMap((line) => /^PUT .*chunks\/(\d+)$/.exec(line)?.[1] ?? []).map(Number)
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function expectWhole(file: string, id: string): void {
  expect(sha256(join(daemon.dataDir, 'media', `${id}.wav`))).toBe(sha256(file))
}

describe('an upload', () => {
  it('killed at ten moments by chance is one transcription with every byte', async () => {
    const file = newFile('killed.wav')
    // Some two seconds for the whole, so that there are moments in the middle.
    proxy.slowMs = 10
    let printed = ''
    for (let kills = 0; kills < 10 && printed === ''; kills += 1) {
      const { stdout } = await run(['upload', file], (child) => {
        setTimeout(() => child.kill('SIGKILL'), randomInt(100, 900))
      })
      printed = stdout
    }
    proxy.slowMs = 0
    if (printed === '') ({ stdout: printed } = await run(['upload', file]))
    const { id, status } = await onlyJobOf(file)
    expect(printed).toBe(`${id}\n`)
    expect(status).not.toBe('awaiting_upload')
    expectWhole(file, id)
  })

  it('has its key on the disk before the server hears of it', async () => {
    const file = newFile('key.wav', 1000)
    const seen: { sent: unknown; stored: string[] }[] = []
    proxy.refuse = ({ headers }) => {
      const sent = headers['idempotency-key']
      const stored = sessions().map(({ idempotency_key }) => idempotency_key)
      if (sent !== undefined) seen.push({ sent, stored })
      return null
    }
    await run(['upload', file])
    expect(seen).toHaveLength(1)
    expect(seen[0]?.stored).toContain(seen[0]?.sent)
  })

  it('waits for a network that is away for a moment', async () => {
    const file = newFile('away.wav')
    holdChunks()
    const ended = run(['upload', file])
    const id = await begun(file)
    proxy.refuse = () => null
    proxy.cut()
    const { refused } = proxy
    await eventually(async () => proxy.refused > refused)
    proxy.comeBack()
    expect(await ended).toMatchObject({ exitCode: 0, stdout: `${id}\n` })
    await onlyJobOf(file)
    expectWhole(file, id)
  })

  it('says how to go on when the network stays away, and goes on with what is missing', async () => {
    const file = newFile('dead.wav')
    holdChunks()
    const ended = run(['upload', file, '--max-retries', '0'])
    const id = await begun(file)
    proxy.cut()
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Run the same command again to go on with the upload.')
    proxy.comeBack()
    proxy.refuse = () => null
    proxy.requests = []
    expect((await run(['upload', file])).stdout).toBe(`${id}\n`)
    expect(sentChunks().sort()).toEqual([1, 2])
    expectWhole(file, id)
  })

  it('sends a chunk again that was refused for the moment, and only that one', async () => {
    const file = newFile('refused.wav')
    const refusals = new Map([
      ['1', { status: 429, code: 'rate_limited' }],
      ['2', { status: 503, code: 'service_unavailable' }],
    ])
    proxy.refuse = ({ method, url = '' }) => {
      const index = method === 'PUT' ? (url.split('/').at(-1) ?? '') : ''
      const refusal = refusals.get(index)
      refusals.delete(index)
      if (refusal === undefined) return null
      const { status, code } = refusal
      const body = JSON.stringify({ error: { code, message: 'Not now.', retryable: true } })
      return { status, headers: { 'retry-after': '1', 'content-type': 'application/json' }, body }
    }
    const { exitCode, stdout } = await run(['upload', file])
    expect(exitCode).toBe(0)
    expect(sentChunks().sort()).toEqual([0, 1, 1, 2, 2])
    expectWhole(file, stdout.trim())
  })

  it('ends by Ctrl-C with 130 and is finished by `transcribe` as the same transcription', async () => {
    const file = newFile('stopped.wav')
    const { id, ended } = await stoppedBy('SIGINT', file)
    expect(ended.exitCode).toBe(130)
    expect(ended.stderr).toContain('Run the same command again to go on with the upload.')
    expect((await run(['transcribe', file, '--no-wait'])).stdout).toBe(`${id}\n`)
    await onlyJobOf(file)
    expectWhole(file, id)
  })

  it('outlives a local daemon that is restarted on another port', async () => {
    const dataDir = await newFolder()
    const file = home.path('restart.wav')
    writeFileSync(file, Buffer.alloc(200_000_000, randomBytes(1_000_003)))
    const env = { SCRIBE_DATA_DIR: dataDir }
    const first = await startDaemon({ dataDir })
    await first.submit({ duration: 1, holdMs: 3_600_000 })
    const ended = home.run(['upload', file], { env })
    const id = await eventually(async () => (await jobsOf(file, first))[0]?.id)
    await first.stop()
    const second = await startDaemon({ dataDir })
    expect(second.baseUrl).not.toBe(first.baseUrl)
    expect(await ended).toMatchObject({ exitCode: 0, stdout: `${id}\n` })
    expect(sha256(join(dataDir, 'media', `${id}.wav`))).toBe(sha256(file))
    await second.stop()
  }, 60_000)
})

describe('a file that changed', () => {
  it('while it was sent is refused, and its reservation taken back', async () => {
    const file = newFile('written.wav')
    const letPass = holdChunks()
    const ended = run(['upload', file])
    const id = await begun(file)
    writeFileSync(file, 'changed', { flag: 'r+' })
    letPass()
    const { exitCode, stderr } = await ended
    expect(exitCode).toBe(1)
    expect(stderr).toContain('written.wav changed while it was being uploaded')
    expect(await daemon.get(id)).toMatchObject({ status: 'canceled' })
    expect(sessions().filter(({ path }) => path === file)).toEqual([])
  })

  it.each([
    ['in size', (file: string) => writeFileSync(file, randomBytes(1000))],
    ['in content, its time of writing set back', keepingTimes],
  ])('after the interruption %s is refused by `upload resume`', async (_title, change) => {
    const file = newFile(`changed-${randomInt(1e9)}.wav`)
    utimesSync(file, LONG_AGO, LONG_AGO)
    const { id } = await stoppedBy('SIGKILL', file)
    change(file)
    const { exitCode, stderr } = await run(['upload', 'resume', id, file])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`is not as it was when ${id} was begun`)
    expect((await onlyJobOf(file)).status).toBe('awaiting_upload')
  })

  it('after the interruption is sent anew by the same command, which says so', async () => {
    const file = newFile('anew.wav')
    utimesSync(file, LONG_AGO, LONG_AGO)
    const { id } = await stoppedBy('SIGKILL', file)
    keepingTimes(file)
    const { stdout, stderr } = await run(['upload', file])
    expect(stderr).toContain(`anew.wav changed since its upload began; ${id} is canceled`)
    expect(await daemon.get(id)).toMatchObject({ status: 'canceled' })
    expectWhole(file, stdout.trim())
  })
})

/** A program that puts the time of writing back, as copying ones do. */
function keepingTimes(file: string): void {
  writeFileSync(file, randomBytes(SIZE))
  utimesSync(file, LONG_AGO, LONG_AGO)
}

/** Begins an upload and ends the program when the first of its chunks has arrived. */
async function stoppedBy(signal: NodeJS.Signals, file: string) {
  holdChunks()
  let child: ChildProcess | undefined
  const running = run(['upload', file], (started) => {
    child = started
  })
  const id = await begun(file)
  child?.kill(signal)
  const ended = await running
  proxy.refuse = () => null
  proxy.requests = []
  return { id, ended }
}

describe('scribe upload resume', () => {
  it('sends the missing chunks only, of a file that was moved meanwhile', async () => {
    const file = newFile('moved.wav')
    const { id } = await stoppedBy('SIGKILL', file)
    const moved = home.path('elsewhere.wav')
    spawnSync('mv', [file, moved])
    expect(await run(['upload', 'resume', id, moved])).toMatchObject({
      exitCode: 0,
      stdout: `${id}\n`,
    })
    expect(sentChunks().sort()).toEqual([1, 2])
    expectWhole(moved, id)
  })

  it('needs the key where nothing is known of the upload, and takes it', async () => {
    const file = newFile('foreign.wav')
    const { id } = await stoppedBy('SIGKILL', file)
    const elsewhere = {
      SCRIBE_BASE_URL: proxy.baseUrl,
      SCRIBE_API_KEY: daemon.key,
      SCRIBE_STATE_DIR: home.path('other'),
    }
    const without = await home.run(['upload', 'resume', id, file], { env: elsewhere })
    expect(without.exitCode).toBe(2)
    expect(without.stderr).toContain('name it with --idempotency-key')
    const args = ['upload', 'resume', id, file, '--idempotency-key', keyOf(id)]
    expect((await home.run(args, { env: elsewhere })).stdout).toBe(`${id}\n`)
    expectWhole(file, id)
  })

  it('refuses a key that belongs to another transcription, and sends nothing', async () => {
    const file = newFile('wrong-key.wav')
    const { id } = await stoppedBy('SIGKILL', file)
    const env = {
      SCRIBE_BASE_URL: proxy.baseUrl,
      SCRIBE_API_KEY: daemon.key,
      SCRIBE_STATE_DIR: home.path('another'),
    }
    const args = ['upload', 'resume', id, file, '--idempotency-key', 'not-it']
    const { exitCode, stderr } = await home.run(args, { env })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`that Idempotency-Key is not the one of ${id}`)
    expect(sentChunks()).toEqual([])
  })

  it('leaves a complete upload alone', async () => {
    const file = newFile('complete.wav', 1000)
    const { stdout } = await run(['upload', file])
    proxy.requests = []
    expect(await run(['upload', 'resume', stdout.trim(), file])).toMatchObject({
      exitCode: 0,
      stdout,
    })
    expect(sentChunks()).toEqual([])
  })
})

interface Session {
  path: string
  idempotency_key: string
  transcription_id: string
}

function sessions(): Session[] {
  const folder = join(home.state, 'uploads')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

function keyOf(id: string): string {
  return sessions().find(({ transcription_id }) => transcription_id === id)?.idempotency_key ?? ''
}
