// What is done with transcriptions by their ids (wait, cancel, delete), and `scribe account`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transcription } from '../../src/api/types.ts'
import { linesOf } from '../support/batch.ts'
import { Home, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'

const home = new Home()
let daemon: TestDaemon

const target = () => ({ SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key })

beforeAll(async () => {
  daemon = await startDaemon({ workers: 4 })
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const run = (args: string[], options: RunOptions = {}) =>
  home.run(args, { env: target(), ...options })

const active = async () => (await daemon.submit({ duration: 9, holdMs: 60_000 })).id
const completed = async () => (await daemon.submit({ duration: 9 }, '?wait=60')).id

async function statusOf(id: string): Promise<string> {
  const { status, deleted_at } = await daemon.get(id, '?include_deleted=true')
  return deleted_at === null ? status : 'deleted'
}

describe('scribe wait', () => {
  it('prints each id with its end, and fails when one has no transcript', async () => {
    const fail = { code: 'no_speech', message: 'Nobody speaks.' }
    const { id: failed } = await daemon.submit({ duration: 9, fail })
    const { id: slow } = await daemon.submit({ duration: 9, holdMs: 500 })
    const { stdout, stderr, exitCode } = await run(['wait', slow, failed])
    expect(stdout.trim().split('\n').sort()).toEqual(
      [`${failed}\tfailed`, `${slow}\tcompleted`].sort(),
    )
    expect(stderr).toContain(`scribe: ${failed}: ${failed} failed: no_speech (Nobody speaks.)`)
    expect(exitCode).toBe(5)
  })

  it('gives up for all of them when the time is over, and exits with 6', async () => {
    const ids = [await active(), await active()]
    const { stderr, exitCode } = await run(['wait', '--timeout', '1', ...ids])
    for (const id of ids) expect(stderr).toContain(`${id} is still transcribing`)
    expect(exitCode).toBe(6)
    await run(['cancel', ...ids])
  })

  it('ends at once with Ctrl-C and says that the work goes on', async () => {
    const id = await active()
    const { stderr, exitCode } = await run(['wait', id, '--debug'], {
      onStart: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
    })
    expect(stderr).toMatch(/^scribe: Interrupted\. What was not final goes on; /m)
    expect(exitCode).toBe(130)
    await run(['cancel', id])
  })
})

describe('scribe cancel', () => {
  it('cancels what is active, and prints it', async () => {
    const id = await active()
    expect(await run(['cancel', id])).toEqual({
      exitCode: 0,
      stdout: `${id}\tcanceled\n`,
      stderr: '',
    })
    expect(await statusOf(id)).toBe('canceled')
  })

  it('refuses what is final, and leaves it as it is', async () => {
    const id = await completed()
    const { stderr, exitCode } = await run(['cancel', id, '--json'])
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_state', retryable: false })
    expect(exitCode).toBe(9)
    expect(await statusOf(id)).toBe('completed')
  })
})

describe('scribe delete', () => {
  it('deletes what is final with --yes, each once, and prints it', async () => {
    const ids = [await completed(), await completed()]
    const { stdout, exitCode } = await run(['delete', '--yes', ...ids, ...ids])
    expect(stdout.trim().split('\n').sort()).toEqual(ids.map((id) => `${id}\tdeleted`).sort())
    expect(exitCode).toBe(0)
    for (const id of ids) expect(await statusOf(id)).toBe('deleted')
  })

  it('prints under --json what is left', async () => {
    const id = await completed()
    const { stdout } = await run(['delete', '-y', '--json', id])
    const [left] = linesOf<Transcription>(stdout)
    expect(left).toEqual(await daemon.get(id, '?include_deleted=true'))
    expect(left?.deleted_at).not.toBeNull()
  })

  it('refuses what is active, and does not cancel it', async () => {
    const id = await active()
    const { stderr, exitCode } = await run(['delete', '--yes', id])
    expect(stderr).toContain(`\`scribe cancel ${id}\` ends it (invalid_state)`)
    expect(exitCode).toBe(9)
    expect(await statusOf(id)).toBe('transcribing')
    await run(['cancel', id])
  })

  it('does the others when one fails, and exits with the first failure', async () => {
    const id = await completed()
    const { stdout, stderr, exitCode } = await run(['delete', '--yes', 'tr_none', id, '../account'])
    expect(stdout).toBe(`${id}\tdeleted\n`)
    expect(stderr).toMatch(/^scribe: tr_none: .*\(not_found\)\nscribe: \.\.\/account: .*\n$/)
    expect(exitCode).toBe(4)
  })

  it('deletes nothing without --yes where nobody can be asked', async () => {
    const id = await completed()
    const { stdout, stderr, exitCode } = await run(['delete', id], { input: 'y\n' })
    expect(stderr).toContain('--yes')
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
    expect(await statusOf(id)).toBe('completed')
  })

  it.skipIf(!hasTerminal).each([
    ['y', 'exit 0', 'deleted'],
    ['', 'exit 130', 'completed'],
    ['no', 'exit 130', 'completed'],
  ])('asks on a terminal; the answer %j ends with %s', async (answer, end, status) => {
    const id = await completed()
    const terminal = new Terminal({ ...home.env, ...target() }, 100, 20)
    terminal.scribe(['delete', id])
    await terminal.shows(/^Delete tr_\w+ for good\? \[y\/N\]/)
    terminal.type(answer, 'Enter')
    await terminal.shows(new RegExp(`^${end}`))
    terminal.close()
    expect(await statusOf(id)).toBe(status)
  })
})

describe('scribe account', () => {
  it('prints plan, minutes and limits', async () => {
    const account = (await (await daemon.request('GET', '/account')).json()) as {
      minutes: { remaining: number }
    }
    const { stdout, exitCode } = await run(['account'])
    const rows = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')),
    )
    expect(rows).toMatchObject({ plan: 'Local', 'minutes left': String(account.minutes.remaining) })
    expect(exitCode).toBe(0)
    expect(JSON.parse((await run(['account', '--json'])).stdout)).toEqual(account)
  })

  it('exits with 3 for a key that nobody knows', async () => {
    const env = { ...target(), SCRIBE_API_KEY: 'svc_wrong' }
    const { stdout, stderr, exitCode } = await run(['account'], { env })
    expect(stderr).toMatch(/\(unauthorized\)\n {2}`scribe login` keeps a key/)
    expect(stdout).toBe('')
    expect(exitCode).toBe(3)
  })
})
