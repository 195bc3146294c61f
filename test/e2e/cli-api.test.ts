// `scribe api`: any request with the credential, its answer untouched.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BIN, Home, type RunOptions } from '../support/cli.ts'
import { removeFolders, startDaemon, type TestDaemon } from '../support/daemon.ts'
import { busy, type Reply, serve } from '../support/scripted-server.ts'
import { hasTerminal, Terminal } from '../support/terminal.ts'

const home = new Home()
let daemon: TestDaemon

const target = () => ({ SCRIBE_BASE_URL: daemon.baseUrl, SCRIBE_API_KEY: daemon.key })

beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(async () => {
  await daemon.stop()
  await home.remove()
  await removeFolders()
})

const api = (args: string[], options: RunOptions = {}) =>
  home.run(['api', ...args], { env: target(), ...options })

describe('scribe api', () => {
  it.each(['account', '/account', 'v1/account', '/v1/account'])(
    'finds %s below the base URL',
    async (path) => {
      const { stdout, exitCode } = await api(['GET', path])
      expect(stdout).toBe(await (await daemon.request('GET', '/account')).text())
      expect(exitCode).toBe(0)
    },
  )

  it('takes a whole URL of the same server', async () => {
    const { stdout } = await api(['get', new URL('/status', daemon.baseUrl).href])
    expect(JSON.parse(stdout)).toMatchObject({ base_url: daemon.baseUrl })
  })

  it.each([
    'https://example.com/v1/account',
    'http://127.0.0.1:1/v1/account',
    'http://u:p@127.0.0.1/',
  ])('sends the credential to no other server: %s', async (url) => {
    const { stderr, exitCode } = await api(['GET', url])
    expect(stderr).toContain(`The credential goes to ${new URL(daemon.baseUrl).origin} only`)
    expect(exitCode).toBe(2)
  })

  it('keeps what looks like another host below the base URL', async () => {
    for (const path of ['//example.com/x', '@example.com/x', '\\\\example.com\\x']) {
      const { stderr, exitCode } = await api(['GET', path])
      expect(stderr).toContain('not_found')
      expect(exitCode).toBe(4)
    }
  })

  it('prints the body of a refusal too, and exits as its code says', async () => {
    const { stdout, stderr, exitCode } = await api(['GET', '/transcriptions/tr_none'])
    expect(JSON.parse(stdout).error.code).toBe('not_found')
    expect(stderr).toMatch(/^scribe: .*\(not_found\)\n$/)
    expect(exitCode).toBe(4)
  })

  it('prints status and headers before the body with -i', async () => {
    const { stdout } = await api(['GET', '/account', '-i'])
    const [head = '', body = ''] = stdout.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(head).toMatch(/\r\nx-ratelimit-limit: \d+(\r\n|$)/)
    expect(JSON.parse(body)).toHaveProperty('object', 'account')
  })

  it.each([
    ['JSON', (json: string) => json],
    ['@r.json', () => '@r.json'],
    ['@-', () => '@-'],
  ])('sends what -d names: %s', async (_what, dataOf) => {
    const request = JSON.stringify({ upload: { filename: 'talk.wav', size: 9 } })
    writeFileSync(home.path('r.json'), request)
    const args = ['POST', 'transcriptions', '-d', dataOf(request)]
    const { stdout, exitCode } = await api(args, { input: request })
    expect(JSON.parse(stdout)).toMatchObject({ source: { filename: 'talk.wav', size: 9 } })
    expect(exitCode).toBe(0)
  })

  it('passes binary bodies untouched, in both directions', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
    const echo: Reply = async (request, response) => response.end(await buffer(request))
    const server = await serve([echo])
    writeFileSync(home.path('bytes'), bytes)
    const args = [
      'api',
      'PUT',
      '/x',
      '-d',
      '@bytes',
      '-H',
      'content-type: application/octet-stream',
    ]
    const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...args], {
      env: { ...home.env, SCRIBE_BASE_URL: server.baseUrl },
      cwd: home.folder,
      encoding: 'buffer',
    })
    server.close()
    expect(stdout.equals(bytes)).toBe(true)
  })

  it('puts own headers before its own, also the credential', async () => {
    const { stdout, exitCode } = await api(['GET', 'account', '-H', 'Authorization: Bearer svc_x'])
    expect(JSON.parse(stdout).error.code).toBe('unauthorized')
    expect(exitCode).toBe(3)
    const fine: Reply = (_request, response) => response.end('{}')
    const server = await serve([fine])
    const env = { SCRIBE_BASE_URL: server.baseUrl, SCRIBE_API_KEY: 'svc_secret' }
    await api(['GET', 'x', '-H', 'X-One: 1', '-H', 'accept: text/plain'], { env })
    await api(['GET', 'x', '-H', 'Authorization:'], { env })
    server.close()
    expect(server.seen[0]?.headers).toMatchObject({
      ...{ 'x-one': '1', accept: 'text/plain', authorization: 'Bearer svc_secret' },
    })
    expect(server.seen[1]?.headers.authorization).toBeUndefined()
  })

  it('repeats what the server refused for the moment, but not what cannot be read twice', async () => {
    const server = await serve([busy])
    const env = { SCRIBE_BASE_URL: server.baseUrl }
    const twice = await api(['GET', 'x', '--max-retries', '1'], { env })
    expect(server.seen).toHaveLength(2)
    expect(JSON.parse(twice.stdout).error.code).toBe('service_unavailable')
    expect(twice.exitCode).toBe(8)
    await api(['PUT', 'x', '-d', '@-'], { env, input: 'x' })
    server.close()
    expect(server.seen).toHaveLength(3)
  })

  it.each([
    [['FETCH', 'account'], 'is no method'],
    [['account'], "missing required argument 'path'"],
    [['GET', 'account', '-H', 'nonsense'], '-H takes "Name: value"'],
    [['GET', 'account', '-H', 'X-Name: ключ'], '-H takes "Name: value"'],
    [['GET', 'account', '-H', 'Content-Length: 5'], 'Content-Length sets itself'],
    [['POST', 'account', '-d', '@none.json'], 'none.json: no such file'],
  ])('refuses %j', async (args, message) => {
    const { stdout, stderr, exitCode } = await api(args)
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it.skipIf(!hasTerminal)('lets no answer take over a terminal', async () => {
    const evil: Reply = (_request, response) => response.end('a\u001b[2Jb\u0007c')
    const server = await serve([evil])
    const terminal = new Terminal({ ...home.env, SCRIBE_BASE_URL: server.baseUrl }, 100, 20)
    terminal.scribe(['api', 'GET', '/x'])
    const screen = await terminal.shows(/^exit 0/)
    terminal.close()
    server.close()
    expect(screen).toContain('a[2Jbc')
  })
})
