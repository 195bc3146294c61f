import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { resolveTarget, travelsInTheClear } from '../../src/target.ts'

const WORK = { base_url: 'https://work.example/v1', api_key: 'svc_work' }
const HOME = { base_url: 'https://home.example/v1/', api_key: 'svc_home' }
const ENV = { SCRIBE_BASE_URL: 'https://env.example/v1', SCRIBE_API_KEY: 'svc_env' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-target-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function store(current?: string): void {
  const config = {
    profiles: { work: WORK, home: HOME },
    ...(current === undefined ? {} : { current_profile: current }),
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
}

describe('resolveTarget', () => {
  it('is the local daemon when nothing is set', async () => {
    expect(await resolveTarget({}, {}, folder)).toEqual({ baseUrl: null, apiKey: null })
  })

  it('takes flags, else the environment, else the profile', async () => {
    store('work')
    const flags = { baseUrl: 'https://flag.example/v1', apiKey: 'svc_flag' }
    expect(await resolveTarget(flags, ENV, folder)).toEqual(flags)
    const fromEnv = { baseUrl: 'https://env.example/v1', apiKey: 'svc_env' }
    expect(await resolveTarget({}, ENV, folder)).toEqual(fromEnv)
    const fromProfile = { baseUrl: 'https://work.example/v1', apiKey: 'svc_work' }
    expect(await resolveTarget({}, {}, folder)).toEqual(fromProfile)
  })

  it('takes the environment before a profile named by flag, and says so', async () => {
    store()
    const { baseUrl, notice } = await resolveTarget({ profile: 'home' }, ENV, folder)
    expect(baseUrl).toBe('https://env.example/v1')
    expect(notice).toBe('SCRIBE_BASE_URL is set and goes before --profile home')
    expect(await resolveTarget({}, ENV, folder)).not.toHaveProperty('notice')
  })

  it('tells of a base URL without its version', async () => {
    const baseUrl = 'https://api.example'
    const { notice } = await resolveTarget({ baseUrl }, {}, folder)
    expect(notice).toContain('https://api.example does not end in /v1')
    expect(await resolveTarget({ baseUrl: `${baseUrl}/v2/` }, {}, folder)).not.toHaveProperty(
      'notice',
    )
  })

  it('takes the profile of the flag, else of the variable, else the current one', async () => {
    store('work')
    const env = { SCRIBE_PROFILE: 'home' }
    expect((await resolveTarget({ profile: 'work' }, env, folder)).apiKey).toBe('svc_work')
    expect((await resolveTarget({}, env, folder)).apiKey).toBe('svc_home')
    expect((await resolveTarget({}, {}, folder)).apiKey).toBe('svc_work')
  })

  it('sends a key given by hand to the base URL of the profile', async () => {
    store('work')
    expect(await resolveTarget({ apiKey: 'svc_hand' }, {}, folder)).toEqual({
      baseUrl: 'https://work.example/v1',
      apiKey: 'svc_hand',
    })
  })

  it("never sends a profile's key to another base URL", async () => {
    store('work')
    const flags = { baseUrl: 'https://other.example/v1' }
    expect((await resolveTarget(flags, {}, folder)).apiKey).toBeNull()
    const env = { SCRIBE_BASE_URL: 'https://other.example/v1' }
    expect((await resolveTarget({}, env, folder)).apiKey).toBeNull()
  })

  it('counts an empty variable as not set', async () => {
    expect((await resolveTarget({}, { SCRIBE_BASE_URL: '' }, folder)).baseUrl).toBeNull()
  })

  it('refuses a profile that does not exist, whoever named it', async () => {
    store()
    const refused = (flags: object, env: NodeJS.ProcessEnv) =>
      expect(resolveTarget({ ...flags }, env, folder)).rejects.toThrow(UsageError)
    await refused({}, { SCRIBE_PROFILE: 'nobody' })
    await refused({ profile: 'toString' }, {})
    store('gone')
    await refused({}, {})
  })

  it.each([
    'ftp://example.com/v1',
    'example.com/v1',
    '',
    'https://ann:secret@example.com/v1',
    'https://example.com/v1?key=secret',
  ])('refuses the base URL "%s" without repeating a secret', async (baseUrl) => {
    const error = await resolveTarget({ baseUrl }, {}, folder).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).not.toContain('secret')
  })
})

describe('an API key given by hand', () => {
  it.each(['', 'svc_a\nsvc_b', 'svc_ключ'])(
    'is refused when no header can carry it: %j',
    async (apiKey) => {
      const error = await resolveTarget({ apiKey }, {}, folder).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(UsageError)
      expect(String(error)).not.toContain('svc_')
    },
  )

  it('loses the blanks around it', async () => {
    const env = { SCRIBE_API_KEY: 'svc_key\r\n' }
    expect((await resolveTarget({}, env, folder)).apiKey).toBe('svc_key')
  })
})

describe('travelsInTheClear', () => {
  it.each([
    ['http://api.example.com/v1', true],
    ['http://127.0.0.1.example.com/v1', true],
    ['https://api.example.com/v1', false],
    ['http://127.0.0.1:4780/v1', false],
    ['http://localhost:4780/v1', false],
    ['http://[::1]:4780/v1', false],
  ])('%s: %s', (baseUrl, expected) => {
    expect(travelsInTheClear(baseUrl)).toBe(expected)
  })
})
