// Many inputs in one command: lists, limits of the account, failures in between, and the end.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorEnvelope } from '../../src/api/errors.ts'
import type { TeamInput } from '../../src/api/local.ts'
import type { Transcription, TranscriptionList } from '../../src/api/types.ts'
import { linesOf, putScript, transcribeAt } from '../support/batch.ts'
import { eventually, Home, MEDIA, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'

const home = new Home()
let daemon: TestDaemon

beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
  for (const name of ['a.wav', 'b.wav', 'c.wav', 'd.wav']) putScript(home, name)
  putScript(home, 'bad.wav', { fail: { code: 'no_speech', message: 'Nobody speaks.' } })
  putScript(home, 'slow.wav', { holdMs: 400 })
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const transcribe = (args: string[], options?: RunOptions, by = daemon) =>
  transcribeAt(home, by, args, options)

async function teamWith(input: TeamInput): Promise<TestDaemon> {
  return daemon.as((await daemon.newTeam(input)).key)
}

async function jobsOf(by: TestDaemon): Promise<Transcription[]> {
  const response = await by.request('GET', '/transcriptions?limit=100')
  return ((await response.json()) as TranscriptionList).data
}

const titles = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('==>'))

describe('scribe transcribe --files-from', () => {
  it('takes a path a line from stdin, after the arguments, and skips blank lines', async () => {
    const input = 'b.wav\n\n  \r\nc.wav\r\n'
    const { stdout, exitCode } = await transcribe(['-q', 'a.wav', '--files-from', '-'], { input })
    expect(titles(stdout)).toEqual(['==> a.wav <==', '==> b.wav <==', '==> c.wav <=='])
    expect(exitCode).toBe(0)
  })

  it('takes names ended by NUL, whatever they hold', async () => {
    putScript(home, ' odd\nname.wav')
    const input = ' odd\nname.wav\0b.wav\0'
    const { stdout } = await transcribe(['--json', '--files-from', '-'], { input })
    const files = linesOf<Transcription>(stdout).map(({ source }) => source)
    expect(files).toMatchObject([{ filename: ' oddname.wav' }, { filename: 'b.wav' }])
  })

  it('takes a file as the list, and what only a list names goes to a folder', async () => {
    writeFileSync(home.path('list.txt'), '\ufeffb.wav\n')
    const args = ['-q', '--files-from', 'list.txt', '-o', 'listed']
    expect((await transcribe(args)).exitCode).toBe(0)
    expect(readdirSync(home.path('listed'))).toEqual(['b.txt'])
  })

  it('has nothing to do for an empty list, and says so', async () => {
    const { stdout, stderr, exitCode } = await transcribe(['--files-from', '-'], { input: '\n' })
    expect(stderr).toBe('The list names no inputs; nothing to do.\n')
    expect(stdout).toBe('')
    expect(exitCode).toBe(0)
  })

  it.each([
    ['a list that is not there', ['--files-from', 'none.txt'], 'none.txt: no such file'],
    ['a recording', ['--files-from', join(MEDIA, 'speech.ogg')], 'not a list of files'],
    ['stdin twice', ['-', '--files-from', '-'], 'not both'],
  ])('refuses %s', async (_title, args, message) => {
    const { stderr, exitCode } = await transcribe(args)
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
})

describe('several inputs', () => {
  it('are all tried; a summary names what failed, the exit code is the first failure', async () => {
    const args = ['a.wav', 'bad.wav', 'none.wav', 'b.wav']
    const { stdout, stderr, exitCode } = await transcribe(args)
    expect(titles(stdout)).toEqual(['==> a.wav <==', '==> b.wav <=='])
    expect(stderr).toMatch(/^scribe: bad\.wav: tr_\w+ failed: no_speech/m)
    expect(stderr).toMatch(/\n2 done, 2 failed: bad\.wav, none\.wav\n$/)
    expect(exitCode).toBe(5)
  })

  it('are one document a line with --json; errors and summary go to stderr', async () => {
    const { stdout, stderr } = await transcribe(['--json', 'b.wav', 'bad.wav', 'a.wav'])
    const documents = linesOf<Transcription>(stdout)
    expect(documents.map(({ source }) => source)).toMatchObject([
      { filename: 'b.wav' },
      { filename: 'a.wav' },
    ])
    expect(documents[0]?.transcript?.text).toBe('This is b.wav.')
    expect(linesOf(stderr)).toMatchObject([
      { error: { code: 'no_speech', input: 'bad.wav' } },
      { summary: { done: 2, skipped: 0, failed: 1, not_sent: 0 } },
    ])
  })

  it('are counted when they are skipped', async () => {
    await transcribe(['-q', 'a.wav', 'none.wav', '-o', 'some'])
    const { stderr } = await transcribe(['a.wav', 'b.wav', '-o', 'some', '--skip-existing'])
    expect(stderr).toContain('some/a.txt exists; a.wav skipped')
    expect(stderr).toMatch(/\n1 done, 1 skipped\n$/)
  })

  it('end without a word under --quiet', async () => {
    expect((await transcribe(['-q', 'a.wav', 'b.wav'])).stderr).toBe('')
  })

  it('interrupted by Ctrl-C: exit with 130, and go on with the same jobs', async () => {
    const team = await teamWith({})
    putScript(home, 'held.wav', { holdMs: 1500 })
    const { exitCode, stderr } = await transcribe(
      ['held.wav', 'a.wav', '-o', 'later'],
      {
        onStart: async (child) => {
          await eventually(async () =>
            (await jobsOf(team)).some(
              ({ source }) => 'filename' in source && source.filename === 'held.wav',
            ),
          )
          child.kill('SIGINT')
        },
      },
      team,
    )
    expect(stderr).toContain('Run the same command again to go on.')
    expect(exitCode).toBe(130)
    const known = await jobsOf(team)
    await transcribe(['held.wav', 'a.wav', '-o', 'later'], {}, team)
    expect(readdirSync(home.path('later')).sort()).toEqual(['a.txt', 'held.txt'])
    const held = (await jobsOf(team)).filter(({ id }) => known.some((job) => job.id === id))
    expect(held.every(({ status }) => status === 'completed')).toBe(true)
  })
})

describe("the account's limit of active jobs", () => {
  it('is kept by several inputs, whatever --concurrency says', async () => {
    const team = await teamWith({ max_active_jobs: 1 })
    const args = ['a.wav', 'slow.wav', 'b.wav', '--concurrency', '3']
    const { stderr, exitCode } = await transcribe(args, {}, team)
    expect(stderr).not.toContain('no room')
    expect(stderr).toMatch(/^3 done\n$/m)
    expect(exitCode).toBe(0)
  })

  it('is waited for when others use it up: the next goes as soon as one of ours ended', async () => {
    const team = await teamWith({ max_active_jobs: 2 })
    const foreign = await team.submit({ duration: 30, holdMs: 60_000 })
    const args = ['a.wav', 'slow.wav', 'b.wav', 'c.wav', '--concurrency', '2']
    const { stderr, exitCode } = await transcribe(args, {}, team)
    await team.request('DELETE', `/transcriptions/${foreign.id}`)
    expect(stderr).toContain('no room for more jobs')
    expect(stderr).toMatch(/\n4 done\n$/)
    expect(exitCode).toBe(0)
    const jobs = (await jobsOf(team)).filter(({ id }) => id !== foreign.id).reverse()
    const gaps = jobs.slice(1).map(({ created_at }, place) => {
      return Date.parse(created_at ?? '') - Date.parse(jobs[place]?.completed_at ?? '')
    })
    // The server asks for a rest of ten seconds.
    expect(Math.max(...gaps)).toBeLessThan(8000)
  })
})

describe('scribe transcribe --max-minutes', () => {
  it('sends nothing that goes beyond, names it and exits with 7', async () => {
    const team = await teamWith({})
    const [speech, other] = ['speech.mp3', 'speech.wav'].map((name) => join(MEDIA, name))
    const args = [speech ?? '', other ?? '', '--max-minutes', '1', '--no-wait', '--json']
    const { stdout, stderr, exitCode } = await transcribe(args, {}, team)
    expect(linesOf(stdout)).toHaveLength(1)
    const [error, summary] = linesOf<ErrorEnvelope>(stderr)
    expect(error?.error).toMatchObject({ code: 'over_max_minutes', input: other })
    expect(error?.error.message).toBe('not sent: it needs 1 minute and --max-minutes 1 leaves 0')
    expect(summary).toEqual({ summary: { done: 1, skipped: 0, failed: 0, not_sent: 1 } })
    expect(exitCode).toBe(7)
    expect(await jobsOf(team)).toHaveLength(1)
  })

  it('counts inputs of unknown length by what they were charged, one at a time', async () => {
    const team = await teamWith({})
    putScript(home, 'two.wav', { duration: 90 })
    putScript(home, 'free.wav', { fail: { code: 'no_speech', message: 'Nobody speaks.' } })
    const args = ['free.wav', 'two.wav', 'a.wav', 'b.wav', 'c.wav', '--max-minutes', '3']
    const { stderr, exitCode } = await transcribe([...args, '--concurrency', '4'], {}, team)
    expect(stderr).toContain('c.wav: not sent: its length is unknown and --max-minutes 3 leaves 0')
    expect(stderr).toMatch(/\n2 done, 2 not sent \(--max-minutes\), 1 failed: free\.wav\n$/)
    expect(exitCode).toBe(5)
    expect(await jobsOf(team)).toHaveLength(3)
  })

  it('cannot count what is not waited for', async () => {
    const args = ['https://youtu.be/dQw4w9WgXcQ', '--max-minutes', '3', '--no-wait']
    const { stderr, exitCode } = await transcribe(args)
    expect(stderr).toContain('omit --no-wait')
    expect(exitCode).toBe(2)
  })
})

describe('scribe transcribe --reuse-recent', () => {
  const video = 'https://www.youtube.com/watch?v=manualEn___'

  it('takes what was made of the same video, and pays nothing for it', async () => {
    const team = await teamWith({})
    const first = await transcribe([video, '--json'], {}, team)
    const again = await transcribe([video, '--json', '--reuse-recent'], {}, team)
    expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id)
    const anew = await transcribe([video, '--json'], {}, team)
    expect(JSON.parse(anew.stdout).id).not.toBe(JSON.parse(first.stdout).id)
  })

  it.each([
    ['files', ['a.wav'], 'a.wav: --reuse-recent is for video URLs'],
    ['webhooks', [video, '--webhook-url', 'https://example.com'], 'cannot be combined'],
  ])('is not for %s', async (_title, args, message) => {
    const { stderr, exitCode } = await transcribe(['--reuse-recent', ...args])
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
})

describe('scribe transcribe --timeout', () => {
  it('counts the rest that a server asks for before there is a job', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(429, { 'retry-after': '200', 'content-type': 'application/json' })
      const error = { code: 'rate_limited', message: 'Slow down.', retryable: true }
      response.end(JSON.stringify({ error }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const busy = { baseUrl: `http://127.0.0.1:${port}/v1`, key: 'svc_any' }
    const run = await transcribeAt(home, busy, ['-q', 'd.wav', '--timeout', '0.1'])
    server.close()
    expect(run.stderr).toContain('d.wav: the transcription is still waiting to be accepted')
    expect(run.exitCode).toBe(6)
  })
})

describe.concurrent('the local daemon, lost while its transcription is waited for', () => {
  async function lost(start: (own: Home) => Promise<unknown>, lose: (own: Home) => Promise<void>) {
    const own = new Home()
    const long = own.path('long.mp3')
    writeFileSync(long, Buffer.concat(Array(12).fill(readFileSync(join(MEDIA, 'speech.mp3')))))
    await start(own)
    const jobs = async () => (await own.api<TranscriptionList>('/transcriptions')).data
    const ended = own.run(['transcribe', long, '-f', 'json'])
    await eventually(async () => {
      return (await jobs().catch(() => []))[0]?.status === 'transcribing'
    })
    await lose(own)
    const run = await ended
    const known = await jobs()
    await own.remove()
    return { ...run, known }
  }

  it('is found again on another port', async () => {
    const { stdout, exitCode, known } = await lost(
      (own) => own.run(['daemon', 'start', '--port', '0', '--workers', '1']),
      async (own) => void (await own.run(['daemon', 'restart', '--port', '0', '--workers', '1'])),
    )
    expect(known.map(({ id }) => id)).toEqual([JSON.parse(stdout).id])
    expect(exitCode).toBe(0)
  }, 120_000)

  it('is started again when it crashed and had been started by a command', async () => {
    const { stdout, stderr, exitCode, known } = await lost(
      async () => undefined,
      async (own) => {
        const { pid } = JSON.parse(readFileSync(join(own.data, 'daemon.json'), 'utf8'))
        process.kill(pid, 'SIGKILL')
      },
    )
    expect(stderr).toContain('The local daemon crashed; starting it again')
    expect(known.map(({ id }) => id)).toEqual([JSON.parse(stdout).id])
    expect(exitCode).toBe(0)
  }, 120_000)
})

describe('scribe transcribe -o FOLDER --skip-existing', () => {
  const inNotes = (name: string) => readFileSync(home.path('notes', name), 'utf8')

  it('mistakes no file for that of another folder, whichever joins and in whatever order', async () => {
    const args = ['-q', '--recursive', 'days', '-o', 'notes', '--skip-existing']
    putScript(home, 'days/mon/talk.wav')
    await transcribe(args)
    putScript(home, 'days/fri/talk.wav')
    await transcribe(args)
    expect(inNotes('fri-talk.txt')).toContain('This is days/fri/talk.wav.')
    expect(inNotes('mon-talk.txt')).toContain('This is days/mon/talk.wav.')
    putScript(home, 'days/apr/talk.wav')
    const { stderr } = await transcribe(args.slice(1))
    expect(stderr).toContain('1 done, 2 skipped')
    expect(inNotes('apr-talk.txt')).toContain('This is days/apr/talk.wav.')
  })
})
