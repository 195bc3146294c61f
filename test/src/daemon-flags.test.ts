import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDaemonFlags } from '../../src/daemon-flags.ts'
import { UsageError } from '../../src/errors.ts'

const FOLDERS = { config: '/c', data: '/d', cache: '/m', state: '/s' }

describe('parseDaemonFlags', () => {
  it('has the contract’s defaults', () => {
    expect(parseDaemonFlags({}, FOLDERS, 'tiny', {})).toMatchObject({
      host: '127.0.0.1',
      port: 4780,
      dataDir: '/d',
      cacheDir: '/m',
      model: 'tiny',
      idleExitMinutes: null,
      allowPrivateWebhooks: false,
      webhookWaitsSeconds: [120, 240, 480, 960, 1920],
    })
  })

  it('takes every flag', () => {
    const flags = {
      ...{ host: '0.0.0.0', port: '0', workers: '3', model: 'other', logLevel: 'debug' },
      ...{ allowPrivateWebhooks: true, webhookWaits: '1,0.5', idleExit: '10', workerMemory: '900' },
    }
    expect(parseDaemonFlags(flags, FOLDERS, 'tiny', {})).toMatchObject({
      ...{ host: '0.0.0.0', port: 0, workers: 3, model: 'other', logLevel: 'debug' },
      ...{ allowPrivateWebhooks: true, webhookWaitsSeconds: [1, 0.5], idleExitMinutes: 10 },
      workerMemoryMegabytes: 900,
    })
  })

  it('finds yt-dlp by flag or variable, or leaves it open; a path is made absolute', () => {
    const program = (flags: object, env: NodeJS.ProcessEnv) =>
      parseDaemonFlags({ ...flags }, FOLDERS, 'tiny', env).ytDlp

    expect(program({}, {})).toBeNull()
    expect(program({}, { SCRIBE_YTDLP: 'yt-dlp-nightly' })).toBe('yt-dlp-nightly')
    expect(program({ ytDlp: './bin/yt-dlp' }, { SCRIBE_YTDLP: 'x' })).toBe(resolve('bin/yt-dlp'))
  })

  it.each([
    [{ port: '65536' }, '--port'],
    [{ port: '4780x' }, '--port'],
    [{ workers: '0' }, '--workers'],
    [{ workerMemory: 'much' }, '--worker-memory'],
    [{ logLevel: 'loud' }, '--log-level'],
    [{ webhookWaits: '1,,2' }, '--webhook-waits'],
    [{ idleExit: '-1' }, '--idle-exit'],
  ])('names the flag that is wrong: %o', (flags, name) => {
    expect(() => parseDaemonFlags(flags, FOLDERS, 'tiny', {})).toThrow(UsageError)
    expect(() => parseDaemonFlags(flags, FOLDERS, 'tiny', {})).toThrow(name)
  })
})
