// A start must cost next to nothing, so what it loads is looked at, module by module.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { BIN, Home } from '../support/cli.ts'

const home = new Home()
afterAll(() => home.remove())

const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/log-imports.js')).href

async function importsOf(...args: string[]): Promise<string[]> {
  const log = home.path('imports')
  writeFileSync(log, '')
  await home.run(args, { env: { NODE_OPTIONS: `--import=${HOOK}`, SCRIBE_TEST_IMPORTS: log } })
  return readFileSync(log, 'utf8').trim().split('\n')
}

describe('a start of scribe', () => {
  it.each([['--version'], ['--help'], ['transcribe', '--help'], ['nonsense']])(
    'loads no package for %s %s',
    async (...args) => {
      const imports = await importsOf(...args)
      expect(imports.some((url) => url.endsWith('bin/scribe.js'))).toBe(true)
      expect(imports.filter((url) => url.includes('node_modules'))).toEqual([])
    },
  )

  it('loads no file of the daemon for help', async () => {
    const imports = await importsOf('daemon', '--help')
    expect(imports.filter((url) => url.includes('/dist/daemon/'))).toEqual([])
  })

  it('notices packages when they are loaded, so that the rules above can fail', async () => {
    const imports = await importsOf('get', 'tr_1', '--base-url', 'http://127.0.0.1:9/v1')
    expect(imports.some((url) => url.includes('node_modules/undici'))).toBe(true)
    expect(imports.filter((url) => /node_modules\/(ink|react|fastify)/.test(url))).toEqual([])
  })
})

describe('help and version', () => {
  it('prints the version of the package', async () => {
    const manifest = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')
    const { stdout, exitCode } = await home.run(['--version'])
    expect(stdout).toBe(`${JSON.parse(manifest).version}\n`)
    expect(exitCode).toBe(0)
  })

  it.each([
    [['transcribe']],
    [['get']],
    [['wait']],
    [['cancel']],
    [['models']],
    [['models', 'pull']],
    [['daemon', 'run']],
    [['daemon', 'logs']],
    [['doctor']],
  ])('shows examples for %s', async (command) => {
    const { stdout, exitCode } = await home.run([...command, '--help'])
    expect(stdout).toMatch(/Examples:\n {2}\$ scribe /)
    expect(exitCode).toBe(0)
  })

  it('shows the help to who types the bare name', async () => {
    const { stdout, exitCode } = await home.run([])
    expect(stdout).toMatch(/^Usage: scribe/)
    expect(exitCode).toBe(0)
  })
})

describe('a command line that is not understood', () => {
  it.each([
    [['transscribe', 'a.mp3'], /unknown command 'transscribe'/],
    [['transcribe'], /no input; name files/],
    [['transcribe', '--colour', 'a.mp3'], /unknown option '--colour'/],
    [['transcribe', '-f', 'docx', 'a.mp3'], /--format takes one of/],
    [['transcribe', '--concurrency', '0', 'a.mp3'], /--concurrency takes/],
    [['get', 'tr_1', 'tr_2'], /too many arguments/],
    [['get', 'tr_1', '--wait', '61'], /--wait takes a whole number from 0 to 60/],
    [['daemon', 'run', '--port', 'http'], /--port takes/],
    [['daemon', 'start', '--model', 'gpt'], /--model takes one of moonshine-tiny-en/],
    [['daemon', 'run', '--model', 'silero-vad-v5'], /--model takes one of moonshine-tiny-en,/],
    [['daemon', 'bogus'], /unknown command 'bogus' \(Did you mean logs\?\)/],
    [['models', 'pull', 'gpt'], /no model "gpt"/],
  ])('%s exits with 2 and says why', async (args, reason) => {
    const { stdout, stderr, exitCode } = await home.run(args)
    expect(stderr).toMatch(reason)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it('because a file is named like an option: says how to name it', async () => {
    writeFileSync(home.path('-dash.mp3'), 'not looked at')
    const { stderr, exitCode } = await home.run(['transcribe', '-dash.mp3'])
    expect(stderr).toContain('./-dash.mp3')
    expect(exitCode).toBe(2)
  })

  it('is an error envelope under --json', async () => {
    const { stderr, exitCode } = await home.run(['get', '--json'])
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_request', retryable: false })
    expect(exitCode).toBe(2)
  })
})

describe.skipIf(!existsSync('/dev/full'))('on a full disk', () => {
  it.each([
    [['--version'], /^scribe: Cannot write to stdout: ENOSPC.*\n$/],
    [['--help'], /^scribe: Cannot write to stdout: ENOSPC.*\n$/],
    [['daemon', 'status', '--json'], /^{"error":{"code":"unexpected_failure",.*ENOSPC.*}}\n$/],
  ])('%s says so in one line, and exits with 1', (args, line) => {
    const full = openSync('/dev/full', 'w')
    const { stderr, status } = spawnSync(process.execPath, [BIN, ...args], {
      env: home.env,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    expect(stderr).toMatch(line)
    expect(status).toBe(1)
  })
})
