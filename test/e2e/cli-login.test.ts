// Logging in and out of a real daemon, and that the key never shows.

import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'

const server = new Home()
const home = new Home()
let baseUrl = ''
let key = ''

beforeAll(async () => {
  const { stdout } = await server.run(['daemon', 'start', '--port', '0', '--json'])
  baseUrl = JSON.parse(stdout).base_url
  key = readFileSync(join(server.data, 'api-key'), 'utf8').trim()
})
afterAll(async () => {
  await server.remove()
  await home.remove()
})
afterEach(() => rmSync(home.path('config'), { recursive: true, force: true }))

const file = () => home.path('config', 'config.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))
const login = (...args: string[]) =>
  home.run(['login', '--base-url', baseUrl, '--with-token', ...args], { input: `${key}\n` })

describe('scribe login', () => {
  it('keeps what worked as the current profile, for its owner only', async () => {
    const { stdout, stderr, exitCode } = await login()
    expect(stderr).toMatch(/^Logged in to http\S+ as \S+@\S+ \(plan Local, \d+ minutes left\)$/m)
    expect(stdout).toBe('')
    expect(exitCode).toBe(0)
    expect(stored()).toEqual({
      current_profile: 'default',
      profiles: { default: { base_url: baseUrl, api_key: key } },
    })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(home.path('config')).mode & 0o777).toBe(0o700)
  })

  it('makes commands go there', async () => {
    await login()
    const { stdout, exitCode } = await home.run(['account', '--json'])
    expect(JSON.parse(stdout).object).toBe('account')
    expect(exitCode).toBe(0)
  })

  it('prints the account under --json, and nothing else', async () => {
    const { stdout, stderr } = await login('--json')
    expect(JSON.parse(stdout).object).toBe('account')
    expect(stderr).toBe('')
  })

  it('takes blanks around a pasted key away', async () => {
    const args = ['login', '--base-url', baseUrl, '--with-token']
    await home.run(args, { input: `  ${key}\r\n\n` })
    expect(stored().profiles.default.api_key).toBe(key)
  })

  it('takes base URL and key of the environment, and says that they go before profiles', async () => {
    const env = { SCRIBE_BASE_URL: baseUrl, SCRIBE_API_KEY: key }
    const { stderr, exitCode } = await home.run(['login', '--profile', 'work'], { env })
    expect(stderr).toContain('SCRIBE_BASE_URL is set and goes before profiles')
    expect(exitCode).toBe(0)
    expect(stored().profiles.work.api_key).toBe(key)
  })

  it('replaces a profile, whose base URL it knows', async () => {
    await login('--profile', 'work')
    const again = ['login', '--profile', 'work', '--with-token']
    const { exitCode } = await home.run(again, { input: key })
    expect(exitCode).toBe(0)
    expect(Object.keys(stored().profiles)).toEqual(['work'])
  })

  it.each([
    ['a wrong key', () => ['--base-url', baseUrl], 'svc_wrongwrongwrong', 3, /unauthorized/],
    ['a base URL without /v1', () => ['--base-url', baseUrl.slice(0, -3)], 'svc_1', 2, /\/v1\?/],
    ['nobody there', () => ['--base-url', 'http://127.0.0.1:9/v1'], 'svc_1', 1, /nobody listens/],
    ['no URL', () => ['--base-url', 'localhost'], 'svc_1', 2, /not a base URL/],
    ['no base URL', () => [], 'svc_1', 2, /say --base-url URL/],
    ['no key', () => ['--base-url', baseUrl], '\n', 2, /No API key was given/],
    ['no key at all', () => ['--base-url', baseUrl], 'a key\nwith words', 2, /no API key: it has/],
    ['a film as the key', () => ['--base-url', baseUrl], 'x'.repeat(9000), 2, /too long/],
    ['an impossible name', () => ['--base-url', baseUrl, '--profile', 'a b'], 'svc_1', 2, /name/],
  ])('keeps nothing with %s', async (_case, args, input, code, reason) => {
    const { stderr, stdout, exitCode } = await home.run(['login', '--with-token', ...args()], {
      input,
    })
    expect(stderr).toMatch(reason)
    expect(stdout).toBe('')
    expect(exitCode).toBe(code)
    expect(existsSync(file())).toBe(false)
  })

  it('leaves an older profile as it is when the new key is refused', async () => {
    await login()
    const args = ['login', '--base-url', baseUrl, '--with-token']
    expect((await home.run(args, { input: 'svc_wrong' })).exitCode).toBe(3)
    expect(stored().profiles.default.api_key).toBe(key)
  })

  it('takes no web page for the API', async () => {
    const site = createServer((_request, response) => response.end('{"hello":"world"}'))
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const { port } = site.address() as AddressInfo
    const args = ['login', '--base-url', `http://127.0.0.1:${port}/v1`, '--with-token']
    const { stderr, exitCode } = await home.run(args, { input: 'svc_1' })
    site.close()
    expect(stderr).toContain('not the API')
    expect(exitCode).toBe(1)
    expect(existsSync(file())).toBe(false)
  })

  it('says what it needs where there is no terminal to ask on', async () => {
    const { stderr, exitCode } = await home.run(['login', '--base-url', baseUrl])
    expect(stderr).toContain('--with-token < FILE')
    expect(exitCode).toBe(2)
  })

  it('warns where the key would travel unencrypted', async () => {
    const args = ['login', '--base-url', 'http://localhost.invalid/v1', '--with-token']
    const { stderr } = await home.run(args, { input: 'svc_1' })
    expect(stderr).toContain('Warning: http://localhost.invalid is not encrypted')
  })

  it('shows the key in no trace, no message and no list', async () => {
    const shown = await login('--debug')
    const listed = await home.run(['profile', 'list', '--json'])
    const got = await home.run(['config', 'get', 'api_key'])
    const all = await home.run(['config', 'list', '--json'])
    const output = [shown, listed, got, all].map(({ stdout, stderr }) => stdout + stderr).join('')
    expect(output).not.toContain(key)
    expect(got.stdout).toBe(`svc_…${key.slice(-4)}\n`)
  })
})

describe.skipIf(!hasTerminal)('scribe login on a terminal', () => {
  let terminal: Terminal
  beforeAll(() => {
    terminal = new Terminal(home.env, 100)
  })
  afterAll(() => terminal.close())

  it('asks for base URL and key, and does not echo the key', async () => {
    terminal.scribe(['login'])
    await terminal.shows(/^Base URL/)
    terminal.type(baseUrl, 'Enter')
    await terminal.shows(/^API key \(not shown\):$/)
    terminal.type(` ${key} `, 'Enter')
    await terminal.shows(/^exit 0/)
    expect(terminal.everything().join('')).not.toContain(key)
    expect(stored().profiles.default).toEqual({ base_url: baseUrl, api_key: key })
  })

  it('is left by Ctrl-C with nothing kept, and the terminal as it was', async () => {
    terminal.type('clear', 'Enter')
    terminal.scribe(['login', '--base-url', baseUrl])
    await terminal.shows(/^API key/)
    terminal.type('svc_half', 'C-c')
    await terminal.shows(/^exit 130/)
    expect(existsSync(file())).toBe(false)
    terminal.type('echo back', 'Enter')
    await terminal.shows(/^back$/)
    expect(terminal.everything().join('')).not.toContain('svc_half')
  })
})

describe('scribe logout', () => {
  it('forgets the current profile and its key', async () => {
    await login()
    const { stderr, exitCode } = await home.run(['logout'])
    expect(stderr).toBe(
      'Profile default and its key are removed; commands go to the local daemon\n',
    )
    expect(exitCode).toBe(0)
    expect(readFileSync(file(), 'utf8')).not.toContain(key)
  })

  it('forgets the named one and leaves the current one current', async () => {
    await login('--profile', 'work')
    await login()
    await home.run(['logout', '--profile', 'work'])
    expect(stored()).toMatchObject({ current_profile: 'default' })
    expect(Object.keys(stored().profiles)).toEqual(['default'])
  })

  it('is no failure when nobody is logged in', async () => {
    const { stderr, exitCode } = await home.run(['logout'])
    expect(stderr).toBe('Nobody is logged in\n')
    expect(exitCode).toBe(0)
  })

  it('refuses a profile that does not exist', async () => {
    const { exitCode } = await home.run(['logout', '--profile', 'work'])
    expect(exitCode).toBe(2)
  })
})
