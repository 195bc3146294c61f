// `scribe webhook verify|sign`: the real program, as a script or a person uses it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureHeader } from '../../src/api/signature.ts'
import { BIN, Home, type RunOptions } from '../support/cli.ts'

const home = new Home()
afterAll(() => rmSync(home.folder, { recursive: true, force: true }))

const SECRET = 'whsec_test'
const T = 1_700_000_000
const BODY = '{"type":"transcription.completed","created_at":"x","data":{"id":"tr_1"}}'
const HEADER = signatureHeader(SECRET, BODY, T)
const AT = ['--now', String(T)]
const env = { SCRIBE_WEBHOOK_SECRET: SECRET }

beforeAll(() => {
  writeFileSync(home.path('body.json'), BODY)
  writeFileSync(home.path('secret'), `${SECRET}\n`)
})

const webhook = (args: string[], options: RunOptions = {}) =>
  home.run(['webhook', ...args], { env, ...options })
const verify = (args: string[], options?: RunOptions) =>
  webhook(['verify', ...args, ...AT], options)

describe('scribe webhook verify', () => {
  it('prints type and id of what is genuine', async () => {
    const { stdout, stderr, exitCode } = await verify(['body.json', '--header', HEADER])
    expect(stdout).toBe('transcription.completed\ttr_1\n')
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
  })

  it('reads stdin, and prints the payload as received under --json', async () => {
    const named = `X-Service-Signature: ${HEADER}`
    const { stdout, exitCode } = await verify(['--header', named, '--json'], { input: BODY })
    expect(stdout).toBe(`${BODY}\n`)
    expect(exitCode).toBe(0)
  })

  it('never decodes the body: any bytes verify, and come out as they are', async () => {
    const input = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a])
    const header = signatureHeader(SECRET, input, T)
    const child = spawn(
      process.execPath,
      [BIN, 'webhook', 'verify', '--header', header, '--json', ...AT],
      {
        env: { ...home.env, ...env },
      },
    )
    child.stdin.end(input)
    expect(Buffer.concat(await child.stdout.toArray())).toEqual(input)
  })

  it('of a body that is no event says so, and that it is genuine', async () => {
    const header = signatureHeader(SECRET, 'hello', T)
    const { stdout, stderr, exitCode } = await verify(['--header', header], { input: 'hello' })
    expect(stdout).toBe('-\t-\n')
    expect(stderr).toContain('the body is no event')
    expect(exitCode).toBe(0)
  })

  it.each([
    ['a body written anew', ['--header', HEADER], BODY.replaceAll(':', ': '), /parsed and written/],
    ['a newline', ['--header', HEADER], `${BODY}\n`, /newline was added/],
    [
      'an old delivery',
      ['--header', HEADER, '--tolerance', '5', '--now', String(T + 6)],
      BODY,
      /6 s in the past/,
    ],
    ['a header that cannot be read', ['--header', 't=1'], BODY, /It has no v1/],
  ])('exits with 10 and names %s', async (_what, args, input, reason) => {
    const { stdout, stderr, exitCode } = await webhook(['verify', ...AT, ...args], { input })
    expect(stderr).toMatch(reason)
    expect(stdout).toBe('')
    expect(exitCode).toBe(10)
  })

  it('tells reason and mistakes in the envelope under --json', async () => {
    const { stderr, exitCode } = await verify(['--header', HEADER, '--json'], {
      input: `${BODY}\n`,
    })
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'not_verified',
      reason: 'no_matching_signature',
      mistakes: ['newline_added'],
    })
    expect(exitCode).toBe(10)
  })

  it('takes any time with --tolerance 0', async () => {
    const { exitCode } = await webhook([
      'verify',
      'body.json',
      '--header',
      HEADER,
      '--tolerance',
      '0',
    ])
    expect(exitCode).toBe(0)
  })

  it.each([
    ['--secret', ['--secret', SECRET], {}],
    ['--secret-file, its last newline ignored', ['--secret-file', 'secret'], {}],
    ['the flag before the environment', ['--secret', SECRET], { SCRIBE_WEBHOOK_SECRET: 'whsec_x' }],
  ])('takes the secret from %s', async (_what, flags, environment) => {
    const args = ['body.json', '--header', HEADER, ...flags]
    expect((await verify(args, { env: environment })).exitCode).toBe(0)
  })

  it.each([
    [['body.json'], {}, /--header .* is missing/],
    [['body.json', '--header', HEADER, '--delivery', '-'], {}, /leave out the file and --header/],
    [['none.json', '--header', HEADER], {}, /no file none\.json/],
    [['.', '--header', HEADER], {}, /is a folder/],
    [['body.json', '--header', HEADER, '--secret', ''], {}, /secret is empty/],
    [['body.json', '--header', HEADER, '--secret-file', 'none'], {}, /cannot be read/],
    [['body.json', '--header', HEADER, '--secret', 'a', '--secret-file', 'b'], {}, /exclude/],
    [['body.json', '--header', HEADER, '--tolerance', '1e3'], {}, /--tolerance takes/],
    [['body.json', '--header', HEADER], { SCRIBE_WEBHOOK_SECRET: '' }, /no local daemon runs/],
    [
      ['body.json', '--header', HEADER],
      { SCRIBE_WEBHOOK_SECRET: '', SCRIBE_BASE_URL: 'https://api.example.com/v1' },
      /that of https:\/\/api\.example\.com is shown in its dashboard/,
    ],
  ])('exits with 2 for %j', async (args, environment, reason) => {
    const ran = await webhook(['verify', ...args], { env: { ...env, ...environment } })
    expect(ran.stderr).toMatch(reason)
    expect(ran.exitCode).toBe(2)
  })

  it('ends at once on Ctrl-C while stdin is open', async () => {
    const child = spawn(process.execPath, [BIN, 'webhook', 'verify', '--header', HEADER], {
      env: { ...home.env, ...env },
    })
    // It reads as soon as its pipe takes more than the pipe holds.
    child.stdin.on('error', () => undefined)
    await new Promise<void>((taken) => child.stdin.write(Buffer.alloc(300_000), () => taken()))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
  })
})

describe.skipIf(process.platform === 'win32')('a named pipe', () => {
  const start = (name: string) => {
    execFileSync('mkfifo', [home.path(name)])
    const args = [BIN, 'webhook', 'verify', home.path(name), '--header', HEADER, ...AT]
    return spawn(process.execPath, args, { env: { ...home.env, ...env } })
  }

  it('is read to its end', async () => {
    const child = start('pipe')
    writeFileSync(home.path('pipe'), BODY)
    expect(String(Buffer.concat(await child.stdout.toArray()))).toMatch(/^transcription.completed/)
  })

  it('whose writer is silent ends at once on Ctrl-C', async () => {
    const child = start('silent')
    const writer = await open(home.path('silent'), 'w')
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    await writer.close()
    expect(code).toBe(130)
  })
})

describe('scribe webhook verify as scripts call it', () => {
  it.each([
    [['body.json', '--header', HEADER]],
    [['body.json', `--header=${HEADER}`, '--json']],
    [['body.json', '--header', 't=1']],
    [['body.json', '--header', HEADER, '--secret', 'test', '-q']],
    [['body.json', '--header', HEADER, '--secret-file', 'none', '--json']],
    [['body.json', '--header', HEADER, '--tolerance', '-1']],
    [['body.json', 'more.json', '--header', HEADER]],
    [['body.json', '--header', HEADER, '--nonsense']],
    [['--', 'body.json', '--header', HEADER]],
    [['body.json', 'more.json', '--header', HEADER, '--secret-file', 'none']],
    [['body.json', '--secret', 'a', '--secret-file', 'b']],
  ])('does and says the same with and without the command tree: %j', async (args) => {
    const quick = await verify(args)
    const usual = await verify(['--no-autostart', ...args])
    expect(quick).toEqual(usual)
  })

  it('loads neither the command tree nor any package', async () => {
    const log = home.path('imports')
    writeFileSync(log, '')
    const hook = pathToFileURL(resolve(import.meta.dirname, '../support/log-imports.js')).href
    const imports = { NODE_OPTIONS: `--import=${hook}`, SCRIBE_TEST_IMPORTS: log }
    await verify(['body.json', '--header', HEADER], { env: { ...env, ...imports } })
    const loaded = readFileSync(log, 'utf8')
    expect(loaded).toMatch(/chunks\/quick-/)
    expect(loaded).not.toMatch(/node_modules|chunks\/(program|explain)-/)
  })
})

describe('scribe webhook sign', () => {
  it('prints the header that a server would send', async () => {
    const { stdout } = await webhook(['sign', 'body.json', '--timestamp', String(T)])
    expect(stdout).toBe(`${HEADER}\n`)
  })

  it('names header and time under --json', async () => {
    const args = ['sign', '-', '--timestamp', String(T), '--json']
    const { stdout } = await webhook(args, { input: BODY })
    expect(JSON.parse(stdout)).toEqual({
      header: 'X-Service-Signature',
      value: HEADER,
      timestamp: T,
    })
  })

  it('signs now, for verify to take', async () => {
    const { stdout } = await webhook(['sign', 'body.json'])
    const { exitCode } = await webhook(['verify', 'body.json', '--header', stdout])
    expect(exitCode).toBe(0)
  })
})
