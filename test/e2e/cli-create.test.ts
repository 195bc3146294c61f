// `scribe create`: one transcription out of a file or a URL, by each way of sending a file.
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Created, Transcription, TranscriptionList } from '../../src/api/types.ts'
import { putScript } from '../support/batch.ts'
import { eventually, Home, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import {
  broken,
  busy,
  json,
  type Reply,
  refusal,
  type ScriptedServer,
  serve,
} from '../support/scripted-server.ts'
import { urlOf } from '../support/videos.ts'

const home = new Home()
let daemon: TestDaemon

beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
  putScript(home, 'talk.wav')
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

function create(args: string[], options: RunOptions = {}) {
  const env = { SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key, ...options.env }
  return home.run(['create', ...args], { ...options, env })
}

async function countOf(): Promise<number> {
  const response = await daemon.request('GET', '/transcriptions?limit=100')
  return ((await response.json()) as TranscriptionList).data.length
}

describe('scribe create <file>', () => {
  it('prints the id of what it created, and nothing else', async () => {
    const { stdout, stderr, exitCode } = await create(['talk.wav'])
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    const job = await daemon.get(stdout.trim(), '?wait=60')
    expect(job).toMatchObject({ status: 'completed', source: { filename: 'talk.wav' } })
  })

  it('prints under --json what the server answered', async () => {
    const { stdout } = await create(['talk.wav', '--json', '--wait', '60'])
    const created = JSON.parse(stdout) as Created
    expect(created).toMatchObject({ status: 'completed', reused: false })
  })

  it.each([
    ['one-shot', /POST \S+\/transcriptions\?wait=60: 200/],
    ['chunked', /PUT \S+\/chunks\/0: 200/],
  ])('sends it as --upload %s, with its parameters', async (way, request) => {
    const flags = ['--upload', way, '--language', 'de', '--diarize', '--source', 'stt']
    const { stdout, stderr } = await create(['talk.wav', '--verbose', '--wait', '60', ...flags])
    expect(stderr).toMatch(request)
    const { status, options } = await daemon.get(stdout.trim())
    expect(options).toEqual({ source: 'stt', language: 'de', diarize: true })
    expect(status).toBe('completed')
  })

  it('leaves nothing behind of a chunked upload that is through', async () => {
    await create(['talk.wav', '--upload', 'chunked'])
    expect(readdirSync(home.path('state', 'uploads'))).toEqual([])
  })

  it('goes on with a chunked upload that was interrupted', async () => {
    writeFileSync(home.path('large.wav'), JSON.stringify({ duration: 30 }).padEnd(40_000_000))
    const interrupted = await create(['large.wav', '--upload', 'chunked', '--verbose'], {
      onStart: (child) => {
        child.stderr?.on('data', (text) => {
          if (/chunks\/0: 200/.test(String(text))) child.kill('SIGINT')
        })
      },
    })
    expect(interrupted).toMatchObject({ exitCode: 130, stdout: '' })
    expect(interrupted.stderr).toContain('Run the same command again to go on with the upload.')
    const { data } = (await (
      await daemon.request('GET', '/transcriptions?status=awaiting_upload')
    ).json()) as TranscriptionList
    const { stdout } = await create(['large.wav', '--upload', 'chunked'])
    expect(data.map(({ id }) => `${id}\n`)).toEqual([stdout])
  })

  it('makes one transcription only for one --idempotency-key', async () => {
    const first = await create(['talk.wav', '--idempotency-key', 'only-one'])
    const before = await countOf()
    const again = await create(['talk.wav', '--idempotency-key', 'only-one'])
    expect(again.stdout).toBe(first.stdout)
    expect(await countOf()).toBe(before)
    const other = await create(['talk.wav', '--idempotency-key', 'only-one', '--language', 'fr'])
    expect(other.stderr).toContain('idempotency_conflict')
    expect(other.exitCode).toBe(9)
  })

  it('prints the id also of one that failed within --wait, and exits with 5', async () => {
    putScript(home, 'quiet.wav', { fail: { code: 'no_speech', message: 'Nobody speaks.' } })
    const { stdout, stderr, exitCode } = await create(['quiet.wav', '--wait', '60'])
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(stderr).toContain('failed: no_speech (Nobody speaks.)')
    expect(exitCode).toBe(5)
  })

  it('exits with 0 when --wait was too short, as it was created', async () => {
    putScript(home, 'long.wav', { holdMs: 20_000 })
    const { stdout, exitCode } = await create(['long.wav', '--wait', '0', '--json'])
    const { id, status } = JSON.parse(stdout) as Transcription
    expect(['queued', 'transcribing']).toContain(status)
    expect(exitCode).toBe(0)
    await daemon.request('DELETE', `/transcriptions/${id}`)
  })

  it('sends the whole form again, with the same key, when the server was busy', async () => {
    const lengths: number[] = []
    const keys: unknown[] = []
    const noting =
      (reply: typeof busy): typeof busy =>
      (request, response) => {
        let length = 0
        request.on('data', (bytes: Buffer) => {
          length += bytes.length
        })
        request.on('end', () => {
          lengths.push(length)
          keys.push(request.headers['idempotency-key'])
          reply(request, response)
        })
      }
    const server = await serve([noting(busy), noting(json({ id: 'tr_1', status: 'queued' }))])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const { stdout, stderr } = await create(['talk.wav'], { env })
    server.close()
    expect(stdout).toBe('tr_1\n')
    expect(stderr).toMatch(/^Busy\. \(service_unavailable\); trying again in 1 s\n$/)
    expect(lengths[0]).toBeGreaterThan(100)
    expect(lengths[1]).toBe(lengths[0])
    expect(keys[1]).toBe(keys[0])
  })
})

describe('scribe create <url>', () => {
  it('sends a URL as it is, with all that follows the &', async () => {
    const server = await serve([json({ id: 'tr_1', status: 'queued' })])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const { stdout } = await create([`${urlOf('abc')}&t=1`, '--reuse-recent'], { env })
    expect(stdout).toBe('tr_1\n')
    expect(server.seen[0]?.url).toBe('/v1/transcriptions?reuse_recent=true')
    server.close()
  })

  it('gives the server’s own reason when it is no video', async () => {
    const { stderr, exitCode } = await create(['https://example.com/x'])
    expect(stderr).toMatch(/\((invalid_url|unsupported_platform)\)/)
    expect(exitCode).toBe(2)
  })
})

describe.each([
  ['<url>', urlOf('abc')],
  ['<file>', 'talk.wav'],
])('scribe create %s, when no answer came', (_what, given) => {
  const args = [given, '--max-retries', '0']
  const made = json({ id: 'tr_1', status: 'queued' })
  const never: Reply = () => undefined
  const keyOf = ({ seen }: ScriptedServer, place: number) => seen[place]?.headers['idempotency-key']

  /** The first request goes as `reply` has it; the others are answered. */
  async function failing(reply: Reply, signal?: NodeJS.Signals) {
    let child: ChildProcess | undefined
    const first: Reply = (request, response) => {
      reply(request, response)
      if (signal !== undefined) child?.kill(signal)
    }
    const server = await serve([first, made])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const run = () => create(args, { env, onStart: (started) => (child = started) })
    return { server, run, ran: await run() }
  }

  it.each<[string, Reply, NodeJS.Signals | undefined]>([
    ['killed', never, 'SIGKILL'],
    ['interrupted', never, 'SIGINT'],
    ['the connection lost', broken, undefined],
    ['the server busy', busy, undefined],
  ])('%s: run again, it sends the same request with the same key', async (_how, reply, signal) => {
    const { server, run } = await failing(reply, signal)
    const { stdout, stderr } = await run()
    expect(stdout).toBe('tr_1\n')
    expect(stderr).toContain('An earlier run of this command did not get its answer')
    expect(keyOf(server, 1)).toBe(keyOf(server, 0))
    expect(readdirSync(home.path('state', 'uploads'))).toEqual([])
    server.close()
  })

  it('says so on Ctrl-C and when the server is lost', async () => {
    for (const [reply, signal] of [[never, 'SIGINT'] as const, [broken] as const]) {
      const { server, ran, run } = await failing(reply, signal)
      expect(ran.stderr).toContain('Run the same command again: it goes on with this request')
      expect(ran.exitCode).toBe(signal === 'SIGINT' ? 130 : 1)
      await run()
      server.close()
    }
  })

  it('is over with a refusal: the next run is a new wish', async () => {
    const refused = refusal(400, { code: 'invalid_url', message: 'No.', retryable: false })
    const { server, ran, run } = await failing(refused)
    expect(ran.exitCode).toBe(2)
    expect(ran.stderr).not.toContain('Run the same')
    await run()
    expect(keyOf(server, 1)).not.toBe(keyOf(server, 0))
    server.close()
  })

  it('creates again after an answer', async () => {
    const { server, run } = await failing(made)
    expect((await run()).stderr).toBe('')
    expect(keyOf(server, 1)).not.toBe(keyOf(server, 0))
    server.close()
  })
})

describe('scribe create <file>, killed before the answer to its only request', () => {
  const args = ['held.wav', '--upload', 'one-shot', '--language', 'fr']

  /** @returns the transcription that was made meanwhile */
  async function killed(): Promise<string> {
    putScript(home, 'held.wav', { holdMs: 3_600_000 })
    const before = new Set(await ids())
    let child: ChildProcess | undefined
    const running = create([...args, '--wait', '60'], { onStart: (started) => (child = started) })
    const made = await eventually(async () => (await ids()).find((id) => !before.has(id)))
    child?.kill('SIGKILL')
    expect((await running).stdout).toBe('')
    return made
  }

  async function ids(): Promise<string[]> {
    const response = await daemon.request('GET', '/transcriptions?limit=100')
    return ((await response.json()) as TranscriptionList).data.map(({ id }) => id)
  }

  const cancel = (id: string) => daemon.request('DELETE', `/transcriptions/${id}`)

  it('run again, it prints the id of the one that was made, and there is no other', async () => {
    const made = await killed()
    const before = await countOf()
    const { stdout, exitCode } = await create(args)
    expect(stdout).toBe(`${made}\n`)
    expect(exitCode).toBe(0)
    expect(await countOf()).toBe(before)
    await cancel(made)
  })

  it('run again after that one was canceled, it makes another', async () => {
    const made = await killed()
    await cancel(made)
    const { stdout } = await create(args)
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(stdout).not.toBe(`${made}\n`)
    await cancel(stdout.trim())
  })

  it.each<[string, string[], () => void]>([
    ['the file was written to', args, () => putScript(home, 'held.wav', { duration: 2 })],
    ['other options were given', [...args, '--diarize'], () => {}],
    ['it goes in chunks', ['held.wav', '--upload', 'chunked', '--language', 'fr'], () => {}],
  ])('is a new wish when %s', async (_what, again, change) => {
    const made = await killed()
    change()
    const { stdout, stderr } = await create(again)
    expect(stdout).toMatch(/^tr_\w+\n$/)
    expect(stdout).not.toBe(`${made}\n`)
    expect(stderr).toBe('')
    await cancel(stdout.trim())
    await cancel(made)
  })
})

describe('scribe create refuses', () => {
  it.each([
    [['none.wav'], 'none.wav: no such file'],
    [['dQw4w9WgXcQ'], 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [['www.youtube.com/watch?v=x'], 'https://www.youtube.com/watch?v=x'],
    [['-'], 'scribe transcribe -'],
    [['folder'], 'scribe transcribe --recursive'],
    [['text.txt'], 'text.txt: no audio or video'],
    [['talk.wav', 'talk.wav'], 'too many arguments'],
    [[], "missing required argument 'url or file'"],
    [['talk.wav', '--source', 'captions'], '--source captions is for video URLs'],
    [['talk.wav', '--reuse-recent'], '--reuse-recent is for video URLs'],
    [['talk.wav', '--wait', '61'], '--wait takes a whole number from 0 to 60'],
    [['talk.wav', '--upload', 'tus'], '--upload takes one of auto, one-shot, chunked'],
    [['talk.wav', '--idempotency-key', 'ä'], '--idempotency-key takes'],
    [['https://youtu.be/x', '--upload', 'chunked'], '--upload is for files'],
  ])('%j', async (args, message) => {
    mkdirSync(home.path('folder'), { recursive: true })
    writeFileSync(home.path('text.txt'), 'hello')
    const { stdout, stderr, exitCode } = await create(args)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it('a file that is too large for one request, before it is sent', async () => {
    writeFileSync(home.path('huge.wav'), '')
    truncateSync(home.path('huge.wav'), 95_000_001)
    const { stderr, exitCode } = await create(['huge.wav', '--upload', 'one-shot', '--json'])
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'media_too_large' })
    expect(exitCode).toBe(2)
  })
})
