// Profiles: which there are, which one counts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'

const home = new Home()
const HOOK = pathToFileURL(resolve(import.meta.dirname, '../support/log-imports.js')).href
afterAll(() => home.remove())

const file = () => home.path('config', 'config.json')
const stored = () => JSON.parse(readFileSync(file(), 'utf8'))

beforeEach(() => {
  rmSync(home.path('config'), { recursive: true, force: true })
  mkdirSync(home.path('config'))
  const profiles = {
    work: { base_url: 'http://127.0.0.1:9/v1', api_key: 'svc_0123456789abcdef' },
    default: { base_url: 'https://a.example/v1', api_key: 'svc_1' },
    half: {},
  }
  writeFileSync(file(), JSON.stringify({ current_profile: 'work', profiles }))
})

const profile = (...args: string[]) => home.run(['profile', ...args])

describe('scribe profile', () => {
  it('lists the profiles with the current one marked, and no key', async () => {
    const { stdout } = await profile('list')
    expect(stdout.split('\n')).toEqual([
      'work\tcurrent\thttp://127.0.0.1:9/v1\tsvc_…cdef',
      'default\t-\thttps://a.example/v1\t…',
      'half\t-\t-\t-',
      '',
    ])
    const json = JSON.parse((await profile('list', '--json')).stdout)
    expect(json.data[0]).toEqual({
      name: 'work',
      current: true,
      base_url: 'http://127.0.0.1:9/v1',
      api_key: 'svc_…cdef',
    })
  })

  it('marks the one that the environment names', async () => {
    const { stdout } = await home.run(['profile', 'list'], { env: { SCRIBE_PROFILE: 'half' } })
    expect(stdout).toMatch(/^half\tcurrent/m)
  })

  it('says how to make one when there is none', async () => {
    rmSync(file())
    const { stdout, stderr, exitCode } = await profile('list')
    expect(stdout).toBe('')
    expect(stderr).toContain('`scribe login` makes one')
    expect(exitCode).toBe(0)
  })

  it('makes another one current, so that commands go there', async () => {
    await profile('use', 'default')
    expect(stored().current_profile).toBe('default')
    const { stderr } = await profile('use', 'work')
    expect(stderr).toBe('Commands go to work (http://127.0.0.1:9/v1)\n')
    expect((await home.run(['account'])).stderr).toContain('http://127.0.0.1:9')
  })

  it('removes one with its key; without a current one the default one counts', async () => {
    const { stderr } = await profile('remove', 'work')
    expect(stderr).toBe(
      'Profile work and its key are removed; commands go to default (https://a.example/v1)\n',
    )
    expect(readFileSync(file(), 'utf8')).not.toContain('svc_0123')
    await profile('remove', 'half')
    const last = await profile('remove', 'default')
    expect(last.stderr).toContain('commands go to the local daemon')
  })

  it.each([[['use', 'wrok']], [['remove', 'wrok']]])('%s names what was meant', async (args) => {
    const { stderr, exitCode } = await profile(...args)
    expect(stderr).toContain('"wrok" (did you mean work?)')
    expect(exitCode).toBe(2)
  })

  it('is refused by every command when it does not exist', async () => {
    const { stderr, exitCode } = await home.run(['account', '--profile', 'wrok'])
    expect(stderr).toContain('did you mean work?')
    expect(exitCode).toBe(2)
  })

  it('is read without the store that writes it, which is slow to load', async () => {
    const log = home.path('imports')
    writeFileSync(log, '')
    const env = { NODE_OPTIONS: `--import=${HOOK}`, SCRIBE_TEST_IMPORTS: log }
    const loadsConf = () => readFileSync(log, 'utf8').includes('node_modules/conf/')
    await home.run(['account'], { env })
    expect(loadsConf()).toBe(false)
    await home.run(['profile', 'use', 'default'], { env })
    expect(loadsConf()).toBe(true)
  })

  it('goes behind the environment, which a notice says', async () => {
    const env = { SCRIBE_BASE_URL: 'http://127.0.0.1:10/v1' }
    const { stderr } = await home.run(['account', '--profile', 'work'], { env })
    expect(stderr).toContain('SCRIBE_BASE_URL is set and goes before --profile work')
    expect(stderr).toContain('Could not reach http://127.0.0.1:10')
  })
})
