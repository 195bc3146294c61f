import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { openConfig } from '../../src/profiles.ts'
import { resolveTarget } from '../../src/target.ts'

const WORK = { base_url: 'https://work.example/v1', api_key: 'svc_work' }
const HOME = { base_url: 'https://home.example/v1/', api_key: 'svc_home' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-target-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function store(current?: string): Promise<void> {
  const config = await openConfig(folder)
  config.set('profiles', { work: WORK, home: HOME })
  if (current !== undefined) config.set('current_profile', current)
}

describe('resolveTarget', () => {
  it('names the configuration file when it is damaged', async () => {
    writeFileSync(join(folder, 'config.json'), '{"profiles":')
    await expect(resolveTarget({}, {}, folder)).rejects.toThrow(join(folder, 'config.json'))
  })

  it('is the local daemon when nothing is set', async () => {
    expect(await resolveTarget({}, {}, folder)).toEqual({ baseUrl: null, apiKey: null })
  })

  it('takes flags before the environment, and that before the profile', async () => {
    await store('work')
    const env = { SCRIBE_BASE_URL: 'https://env.example/v1', SCRIBE_API_KEY: 'svc_env' }
    const flags = { baseUrl: 'https://flag.example/v1', apiKey: 'svc_flag' }
    expect(await resolveTarget(flags, env, folder)).toEqual(flags)
    expect(await resolveTarget({}, env, folder)).toEqual({
      baseUrl: 'https://env.example/v1',
      apiKey: 'svc_env',
    })
    expect(await resolveTarget({}, {}, folder)).toEqual({
      baseUrl: 'https://work.example/v1',
      apiKey: 'svc_work',
    })
  })

  it('takes a profile named by flag before the environment', async () => {
    await store()
    const env = { SCRIBE_BASE_URL: 'https://env.example/v1', SCRIBE_API_KEY: 'svc_env' }
    expect(await resolveTarget({ profile: 'home' }, env, folder)).toEqual({
      baseUrl: 'https://home.example/v1',
      apiKey: 'svc_home',
    })
  })

  it("never sends a profile's key to another base URL", async () => {
    await store('work')
    const flags = { baseUrl: 'https://other.example/v1' }
    expect((await resolveTarget(flags, {}, folder)).apiKey).toBeNull()
  })

  it('counts an empty variable as not set', async () => {
    expect((await resolveTarget({}, { SCRIBE_BASE_URL: '' }, folder)).baseUrl).toBeNull()
  })

  it('refuses a profile that does not exist', async () => {
    await store()
    const env = { SCRIBE_PROFILE: 'nobody' }
    await expect(resolveTarget({}, env, folder)).rejects.toThrow(UsageError)
    await expect(resolveTarget({ profile: 'toString' }, {}, folder)).rejects.toThrow(UsageError)
  })

  it.each(['ftp://example.com/v1', 'example.com/v1', ''])(
    'refuses the base URL "%s"',
    async (url) => {
      const target = resolveTarget({ baseUrl: url || 'nothing' }, {}, folder)
      await expect(target).rejects.toThrow(UsageError)
    },
  )

  it.skipIf(process.platform === 'win32')('keeps keys in a file for their owner only', async () => {
    await store()
    const { path } = await openConfig(folder)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
