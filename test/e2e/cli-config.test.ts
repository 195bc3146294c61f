// Settings that are kept: read, changed, honoured.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'

const home = new Home()
afterAll(() => home.remove())
afterEach(() => rmSync(home.path('config'), { recursive: true, force: true }))

const file = () => home.path('config', 'config.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))
const store = (text: string) => {
  mkdirSync(home.path('config'), { recursive: true })
  writeFileSync(file(), text)
}
const config = (...args: string[]) => home.run(['config', ...args])

describe('scribe config', () => {
  it('gives back what was set, and its default once that is unset', async () => {
    expect((await config('set', 'concurrency', '8')).exitCode).toBe(0)
    expect(stored()).toEqual({ concurrency: 8 })
    expect((await config('get', 'concurrency')).stdout).toBe('8\n')
    await config('unset', 'concurrency')
    expect((await config('get', 'concurrency')).stdout).toBe('2\n')
  })

  it('lists what counts and where it comes from', async () => {
    store('{"language":"de","profiles":{"default":{"base_url":"https://a.example/v1"}}}')
    const { stdout } = await home.run(['config', 'list'], { env: { SCRIBE_YTDLP: '/opt/yt-dlp' } })
    expect(stdout).toMatch(/^base_url\thttps:\/\/a\.example\/v1\tprofile default$/m)
    expect(stdout).toMatch(/^api_key\t-\t-$/m)
    expect(stdout).toMatch(/^language\tde\tconfig$/m)
    expect(stdout).toMatch(/^format\ttext\tdefault$/m)
    expect(stdout).toMatch(/^yt_dlp\t\/opt\/yt-dlp\tSCRIBE_YTDLP$/m)
    const json = JSON.parse((await config('list', '--json')).stdout)
    expect(json.data).toContainEqual({ key: 'language', value: 'de', from: 'config' })
  })

  it('says where the file is, also when there is none or it is damaged', async () => {
    expect((await config('path')).stdout).toBe(`${file()}\n`)
    store('{')
    expect((await config('path')).stdout).toBe(`${file()}\n`)
  })

  it('has nothing to print for what is not set: exit 4', async () => {
    const { stdout, stderr, exitCode } = await config('get', 'language')
    expect(stdout).toBe('')
    expect(stderr).toContain('language is not set')
    expect(exitCode).toBe(4)
  })

  it.each([
    [['get', 'langage'], /did you mean language\?/],
    [['unset', 'colour'], /there are base_url, api_key/],
    [['set', 'concurrency', '0'], /concurrency takes a whole number from 1 to 32/],
    [['set', 'base_url', 'example.com'], /not a base URL/],
    [['set', 'current_profile', 'nobody'], /no profile "nobody"/],
    [['set', 'language'], /language needs a value/],
    [['set', 'api_key', 'svc_1'], /on the command line can be read by others/],
  ])('%s exits with 2, says why and keeps nothing', async (args, reason) => {
    const { stderr, exitCode } = await config(...args)
    expect(stderr).toMatch(reason)
    expect(exitCode).toBe(2)
    expect(existsSync(file())).toBe(false)
  })

  it('takes hyphens in keys, as flags have them', async () => {
    await config('set', 'max-retries', '3')
    expect(stored()).toEqual({ max_retries: 3 })
  })

  it('takes values that begin with a dash, and still sees its own flags', async () => {
    await config('set', 'yt_dlp_args', '--cookies-from-browser=firefox')
    expect(stored()).toEqual({ yt_dlp_args: '--cookies-from-browser=firefox' })
    const { stdout } = await config('set', 'max_retries', '4', '--json')
    expect(JSON.parse(stdout)).toEqual({ key: 'max_retries', value: 4 })
    expect((await config('set', 'max_retries', '-1')).stderr).toContain('not "-1"')
  })

  it('reads the API key from stdin and shows its end only', async () => {
    await config('set', 'base_url', 'https://a.example/v1', '--profile', 'work')
    const args = ['config', 'set', 'api_key', '-', '--profile', 'work']
    const { stderr } = await home.run(args, { input: 'svc_0123456789abcdef\n' })
    expect(stderr).toBe('api_key is svc_…cdef\n')
    expect(stored().profiles.work).toEqual({
      base_url: 'https://a.example/v1',
      api_key: 'svc_0123456789abcdef',
    })
  })

  it('sends no key to another host because the base URL was changed', async () => {
    store('{"profiles":{"default":{"base_url":"https://a.example/v1","api_key":"svc_1"}}}')
    await config('set', 'base_url', 'https://a.example/v2')
    expect(stored().profiles.default.api_key).toBe('svc_1')
    const { stderr } = await config('set', 'base_url', 'https://b.example/v1')
    expect(stderr).toContain('The key was for another host and is removed')
    expect(stored().profiles.default).toEqual({ base_url: 'https://b.example/v1' })
  })

  it('names a damaged file and changes nothing in it', async () => {
    store('{"language": "de"')
    for (const args of [['list'], ['set', 'language', 'fr'], ['unset', 'language']]) {
      const { stderr, exitCode } = await config(...args)
      expect(stderr).toContain(`${file()} cannot be read`)
      expect(exitCode).toBe(1)
    }
    expect(readFileSync(file(), 'utf8')).toBe('{"language": "de"')
  })

  it.each([
    ['that is damaged', '{"language": "de"', /cannot be read/],
    ['with a value that cannot be', '{"concurrency": 0}', /concurrency in .* takes a whole number/],
  ])('%s is a point that `doctor` finds, and no hindrance for `daemon stop`', async (...given) => {
    const [, text, message] = given
    store(text)
    const { stdout, exitCode } = await home.run(['doctor', '--json'])
    const { checks } = JSON.parse(stdout)
    expect(checks).toContainEqual({
      name: 'config',
      status: 'fail',
      message: expect.stringMatching(message),
      fix: `edit or delete ${file()}`,
    })
    expect(exitCode).toBe(1)
    expect((await home.run(['daemon', 'stop'])).exitCode).toBe(0)
  })

  it('loses nothing when several commands change it at once', async () => {
    const settings = [
      ['language', 'de'],
      ['format', 'srt'],
      ['concurrency', '3'],
      ['port', '8080'],
      ['workers', '1'],
      ['log_level', 'warn'],
    ] as const
    const ran = await Promise.all(settings.map(([key, value]) => config('set', key, value)))
    expect(ran.map(({ exitCode }) => exitCode)).toEqual(settings.map(() => 0))
    expect(Object.keys(stored()).sort()).toEqual(settings.map(([key]) => key).sort())
  })
})

describe('what is configured', () => {
  it('counts for commands that have such a flag', async () => {
    store('{"concurrency":"many"}')
    const { stderr, exitCode } = await home.run(['transcribe', 'talk.mp3'])
    expect(stderr).toContain(`concurrency in ${file()} takes a whole number`)
    expect(exitCode).toBe(2)
    const other = await home.run(['cancel', 'tr_1', '--no-autostart'])
    expect(other.stderr).not.toContain('concurrency')
  })

  it('turns the automatic start off', async () => {
    await config('set', 'autostart', 'off')
    const { stderr, exitCode } = await home.run(['account'])
    expect(stderr).toContain('scribe daemon start')
    expect(exitCode).toBe(1)
  })

  it('is where the daemon listens, unless a flag says otherwise', async () => {
    store('{"port":0,"log_level":"warn","workers":1}')
    const { stdout } = await home.run(['daemon', 'start', '--json'])
    const { base_url } = JSON.parse(stdout)
    await home.run(['daemon', 'stop'])
    expect(new URL(base_url).port).not.toBe('4780')
  })
})
