// `scribe list --watch`: a line for every change where a program reads, a table where a person
// looks, and a server that goes away and comes back.
import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transcription, TranscriptionList } from '../../src/api/types.ts'
import { BIN, Home, type Ran } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'
import { until } from '../support/until.ts'

const home = new Home()
let daemon: TestDaemon
let team: TestDaemon

const target = () => ({ SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: team.key })
const held = { duration: 600, holdMs: 600_000 }
const cancel = (id: string) => team.request('DELETE', `/transcriptions/${id}`)

beforeAll(async () => {
  daemon = await startDaemon({ workers: 2 })
})
/** Each test sees what is its own only. */
beforeEach(async () => {
  team = daemon.as((await daemon.newTeam()).key)
})
afterEach(async () => {
  const response = await team.request('GET', '/transcriptions')
  const { data } = (await response.json()) as TranscriptionList
  const active = data.filter(({ completed_at }) => completed_at === null)
  for (const { id } of active) await cancel(id)
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

type Enough = (lines: string[], notices: string) => boolean | Promise<boolean>

/** Watches until `enough` of the lines and notices so far, then presses Ctrl-C. */
async function watched(args: string[], enough: Enough) {
  let output = ''
  let notices = ''
  let interrupt = () => {}
  const lines = () => output.split('\n').slice(0, -1)
  const ended: Promise<Ran> = home.run(['list', '--watch', ...args], {
    env: target(),
    onStart(child) {
      child.stdout?.on('data', (text) => {
        output += text
      })
      child.stderr?.on('data', (text) => {
        notices += text
      })
      interrupt = () => child.kill('SIGINT')
    },
  })
  await until(async () => enough(lines(), notices))
  interrupt()
  return { ...(await ended), lines: lines() }
}

const jobsOf = (lines: string[]) => lines.map((line) => JSON.parse(line) as Transcription)

describe('scribe list --watch in a pipe', () => {
  it('prints what is there, what is new and what changes, a line each, until Ctrl-C', async () => {
    const first = await team.submit({ duration: 5 }, '?wait=30')
    const second = await team.submit(held)
    let third: string | undefined
    const { exitCode, lines, stderr } = await watched(['--json'], async (seen) => {
      if (seen.length >= 2 && third === undefined) third = (await team.submit(held)).id
      if (seen.some((line) => line.includes(third ?? '?'))) await cancel(second.id)
      return jobsOf(seen).some(({ id, status }) => id === second.id && status === 'canceled')
    })
    const jobs = jobsOf(lines)
    expect(jobs[0]).toMatchObject({ id: first.id, status: 'completed' })
    expect(jobs[1]?.id).toBe(second.id)
    expect(jobs.some(({ id }) => id === third)).toBe(true)
    expect(jobs.filter(({ transcript }) => transcript !== undefined)).toEqual([])
    expect(new Set(lines).size).toBe(lines.length)
    expect(exitCode).toBe(130)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'interrupted' } })
  })

  it('prints the columns of the list otherwise', async () => {
    await team.submit({ duration: 5 }, '?wait=30')
    const plain = await home.run(['list'], { env: target() })
    const { lines } = await watched([], (seen) => seen.length === 1)
    expect(`${lines[0]}\n`).toBe(plain.stdout)
  })

  it('follows one to its end though the filter no longer lets it through', async () => {
    const { id } = await team.submit(held)
    await until(async () => (await team.get(id)).status === 'transcribing')
    await team.submit({ duration: 5 }, '?wait=30')
    let asked = false
    const { lines } = await watched(['--json', '--status', 'transcribing'], async (seen) => {
      if (seen.length === 1 && !asked) await cancel(id)
      asked = seen.length > 0
      return seen.length === 2
    })
    expect(jobsOf(lines).map((job) => [job.id, job.status])).toEqual([
      [id, 'transcribing'],
      [id, 'canceled'],
    ])
  })

  it('says that the server is lost, looks for it, and goes on when it is back', async () => {
    const { id } = await team.submit(held)
    const port = Number(new URL(daemon.baseUrl).port)
    const { dataDir } = daemon
    let step = 0
    const { stderr, lines } = await watched([], async (seen, notices) => {
      if (step === 0 && seen.length > 0) {
        step = 1
        await daemon.stop()
      }
      if (step === 1 && notices.includes('trying again')) {
        step = 2
        daemon = await startDaemon({ dataDir, port, workers: 2 })
        await cancel(id)
      }
      return seen.at(-1)?.includes('\tcanceled\t') === true
    })
    expect(lines.at(-1)).toMatch(new RegExp(`^${id}\t`))
    expect(stderr).toMatch(/^Could not reach .*; trying again until it answers$/m)
    expect(stderr).toMatch(/^The server answers again$/m)
  })

  it('ends quietly when its reader has seen enough', async () => {
    const command = `'${process.execPath}' '${BIN}' list --watch | head -n 1`
    const shell = spawn('sh', ['-c', command], { env: { ...home.env, ...target() } })
    let output = ''
    let notices = ''
    shell.stdout.on('data', (text) => {
      output += text
    })
    shell.stderr.on('data', (text) => {
      notices += text
    })
    let closed = false
    shell.once('close', () => {
      closed = true
    })
    const { id } = await team.submit(held)
    await until(async () => output !== '')
    await cancel(id)
    await until(async () => closed)
    expect(output).toMatch(new RegExp(`^${id}\t.*\n$`))
    expect(notices).toBe('')
  })

  it('takes no part of the list but the newest', async () => {
    for (const args of [['--all'], ['--cursor', 'x']]) {
      const { exitCode, stderr } = await home.run(['list', '--watch', ...args])
      expect(exitCode).toBe(2)
      expect(stderr).toContain('--watch follows the newest')
    }
  })

  it('fails at once where there is no server', async () => {
    const env = { SCRIBE_BASE_URL: 'http://127.0.0.1:9/v1' }
    const { exitCode, stderr } = await home.run(['list', '--watch', '--max-retries', '0'], { env })
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^scribe: Could not reach/)
  })
})

describe.skipIf(!hasTerminal)('scribe list --watch on a terminal', () => {
  let terminal: Terminal
  beforeEach(() => {
    terminal = new Terminal({ ...home.env, ...target(), TERM: 'xterm-256color' }, 120, 24)
  })
  afterEach(() => terminal.close())

  it('is a table that changes, and stays when Ctrl-C ends it', async () => {
    const { id } = await team.submit(held)
    terminal.scribe(['list', '--watch'])
    await terminal.shows(new RegExp(`^${id}  transcribing 50 % .* 10:00 .*talk\\.wav$`))
    await terminal.shows(/^1 active; Ctrl-C ends$/)
    await cancel(id)
    const screen = await terminal.shows(/^0 active/)
    expect(screen.join('\n')).toMatch(new RegExp(`^ID +STATUS .*\n${id}  canceled `, 'm'))
    terminal.type('C-c')
    const last = (await terminal.shows(/^exit 130$/)).join('\n')
    expect(last).toMatch(new RegExp(`\n${id}  canceled .*\nscribe: Interrupted\\.\nexit 130\n`))
    expect(terminal.cursor().visible).toBe(true)
  })
})
