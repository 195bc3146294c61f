import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkedConfigKey, settingOfKey } from '../../src/config-keys.ts'
import { CONFIGURED, configuredFlags, configuredValue } from '../../src/configured.ts'
import { SETTINGS } from '../../src/settings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scribe-configured-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const store = (config: object) => writeFileSync(join(folder, 'config.json'), JSON.stringify(config))

const flagsOf = (command: string, flags = {}, env: NodeJS.ProcessEnv = {}) => {
  const isGiven = (name: string) => Object.hasOwn(flags, name)
  return configuredFlags({ command, flags, isGiven, env }, folder)
}

describe('configuredFlags', () => {
  it('leaves the flags as they are without a file', async () => {
    expect(await flagsOf('transcribe', { json: true })).toEqual({ json: true })
  })

  it('adds what the file says, as the flag would say it', async () => {
    store({ concurrency: 4, language: 'de', autostart: false })
    expect(await flagsOf('transcribe')).toEqual({
      concurrency: '4',
      language: 'de',
      autostart: false,
    })
  })

  it('puts flags first', async () => {
    store({ language: 'de' })
    expect(await flagsOf('transcribe', { language: 'fr' })).toEqual({ language: 'fr' })
  })

  it('puts the environment before the file', async () => {
    store({ yt_dlp: '/opt/yt-dlp', autostart: false })
    const env = { SCRIBE_YTDLP: 'yt-dlp-nightly', SCRIBE_NO_AUTOSTART: '0' }
    expect(await flagsOf('daemon', {}, env)).toEqual({})
    expect(await flagsOf('daemon')).toEqual({ ytDlp: '/opt/yt-dlp', autostart: false })
  })

  it('gives a setting only to the commands it is about', async () => {
    store({ port: 8080, format: 'srt' })
    expect(await flagsOf('webhook')).toEqual({})
    expect(await flagsOf('get')).toEqual({})
    expect(await flagsOf('daemon')).toEqual({ port: '8080' })
  })

  it('leaves the format to --json', async () => {
    store({ format: 'srt' })
    expect(await flagsOf('transcribe')).toEqual({ format: 'srt' })
    expect(await flagsOf('transcribe', { json: true })).toEqual({ json: true })
  })

  it('names key and file when a value cannot be', async () => {
    store({ concurrency: 'many' })
    await expect(flagsOf('transcribe')).rejects.toThrow(
      `concurrency in ${join(folder, 'config.json')} takes a whole number from 1 to 32`,
    )
    store({ model: 'gpt' })
    await expect(flagsOf('daemon')).rejects.toThrow('model in ')
  })

  it('lets the commands about the file work when it is damaged', async () => {
    writeFileSync(join(folder, 'config.json'), '{')
    expect(await flagsOf('config')).toEqual({})
    expect(await flagsOf('config set')).toEqual({})
    await expect(flagsOf('get')).rejects.toThrow('cannot be read')
  })

  it('lets the daemon be asked and ended, but not started, when it is damaged', async () => {
    writeFileSync(join(folder, 'config.json'), '{')
    for (const command of ['doctor', 'daemon status', 'daemon stop', 'daemon logs']) {
      expect(await flagsOf(command, { json: true })).toEqual({ json: true })
    }
    await expect(flagsOf('daemon start')).rejects.toThrow('cannot be read')
  })
})

describe('configuredValue', () => {
  it('is one value as text', async () => {
    store({ port: 8080 })
    expect(await configuredValue('port', folder)).toBe('8080')
    expect(await configuredValue('model', folder)).toBeUndefined()
  })
})

it('every setting of the configuration file has a check', () => {
  expect(CONFIGURED.filter((name) => !('check' in SETTINGS[name]))).toEqual([])
})

it.each([
  ['format', 'docx', /format takes one of text, srt/],
  ['autostart', 'maybe', /autostart takes true or false/],
  ['language', 'plain English', /language takes a language tag/],
  ['model', 'gpt', /model takes one of moonshine-tiny-en/],
  ['port', 'http', /port takes/],
])('%s cannot be %s', async (key, value, reason) => {
  await expect(async () => settingOfKey(key)?.check?.(key, value)).rejects.toThrow(reason)
})

it('tells a key that there is not from the one that was meant', () => {
  expect(() => checkedConfigKey('max-retry')).toThrow(/did you mean max_retries\?/)
  expect(checkedConfigKey('max-retries')).toBe('max_retries')
})
