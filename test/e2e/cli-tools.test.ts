// `scribe tools` and what `scribe doctor` says of yt-dlp, with releases on a server of this machine.
import { existsSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually, Home } from '../support/cli.ts'
import { type Releases, startReleases, versionScript } from '../support/releases.ts'

let home: Home
let releases: Releases
beforeEach(async () => {
  home = new Home()
  releases = await startReleases(dated(3))
})
afterEach(async () => {
  await home.remove()
  await releases.close()
})

/** The version of a release so many days old. */
function dated(days: number): string {
  const date = new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  return date.toISOString().slice(0, 10).replaceAll('-', '.')
}

const env = () => ({
  // Without a yt-dlp of the machine's own.
  PATH: home.path('no-programs'),
  SCRIBE_CACHE_DIR: home.path('cache'),
  SCRIBE_YTDLP_RELEASES: releases.url,
  npm_config_userconfig: home.path('npmrc'),
})
const scribe = (...args: string[]) => home.run(args, { env: env() })
const listed = async () => JSON.parse((await scribe('tools', 'list', '--json')).stdout).data[0]

describe('scribe tools', () => {
  it('pulls yt-dlp: its path to stdout, progress to stderr, and it is the one that is used', async () => {
    const { exitCode, stdout, stderr } = await scribe('tools', 'pull', 'yt-dlp')
    const path = await scribe('tools', 'path', 'yt-dlp')

    expect(exitCode).toBe(0)
    expect(stdout).toBe(`${home.path('cache', 'tools', 'yt-dlp')}\n`)
    expect(stderr).toMatch(/Pulling yt-dlp: 100 %/)
    expect(path.stdout).toBe(stdout)
    expect(await listed()).toMatchObject({ from: 'pulled', version: dated(3), age_days: 3 })
  })

  it('removes what was pulled', async () => {
    await scribe('tools', 'pull', 'yt-dlp')
    const { exitCode } = await scribe('tools', 'remove', 'yt-dlp')

    expect(exitCode).toBe(0)
    expect(await listed()).toMatchObject({ installed: false, path: null, version: null })
    expect((await scribe('tools', 'path', 'yt-dlp')).exitCode).toBe(1)
  })

  it('keeps nothing of a damaged download, ends with 1 and says what to do', async () => {
    releases.sum = '0'.repeat(64)
    const { exitCode, stdout, stderr } = await scribe('tools', 'pull', 'yt-dlp')

    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/nothing was kept.*again/)
    expect(await listed()).toMatchObject({ installed: false })
  })

  it('is interrupted with 130, keeping nothing', async () => {
    releases.answer = (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 5))
    }
    const pulling = home.run(['tools', 'pull', 'yt-dlp'], {
      env: env(),
      onStart: (child) =>
        child.stderr?.on('data', (text) => {
          if (String(text).includes('Pulling')) child.kill('SIGINT')
        }),
    })

    expect(await pulling).toMatchObject({
      exitCode: 130,
      stderr: expect.stringContaining('Nothing was kept; run the same command again'),
    })
    expect(await listed()).toMatchObject({ installed: false })
  })

  it('knows no other tool, and no other kind of address', async () => {
    const other = await scribe('tools', 'pull', 'ffmpeg')
    const address = await scribe('tools', 'pull', 'yt-dlp', '--yt-dlp-releases', 'ftp://x/')

    expect([other.exitCode, address.exitCode]).toEqual([2, 2])
    expect(other.stderr).toContain('there is yt-dlp')
    expect(address.stderr).toContain('http(s) address')
  })
})

describe('scribe doctor on yt-dlp', () => {
  const check = async (more: NodeJS.ProcessEnv = {}) => {
    const { stdout } = await home.run(['doctor', '--json'], { env: { ...env(), ...more } })
    const { checks } = JSON.parse(stdout) as { checks: { name: string; fix: string | null }[] }
    return checks.find(({ name }) => name === 'yt-dlp')
  }

  it('warns with the fix when there is none', async () => {
    expect(await check()).toMatchObject({
      ...{ status: 'warn', message: 'not found' },
      fix: expect.stringContaining('`scribe tools pull yt-dlp`'),
    })
  })

  it('tells version and age, and warns of one that is older than 90 days', async () => {
    await scribe('tools', 'pull', 'yt-dlp')
    const young = await check()
    releases.program = versionScript(dated(91))
    await scribe('tools', 'pull', 'yt-dlp')
    const old = await check()

    expect(young).toMatchObject({ status: 'ok', message: expect.stringContaining('3 days old') })
    expect(old).toMatchObject({
      ...{ status: 'warn', message: expect.stringContaining('91 days old') },
      fix: expect.stringContaining('scribe tools pull yt-dlp'),
    })
  })

  it('ends at once with Ctrl-C, also while a program does not answer', async () => {
    const [program, begun] = [home.path('silent'), home.path('begun')]
    writeFileSync(program, `#!/bin/sh\n: >'${begun}'\nexec sleep 60\n`, { mode: 0o755 })
    const { exitCode, stderr } = await home.run(['doctor'], {
      env: { SCRIBE_YTDLP: program },
      onStart: async (child) => {
        await eventually(async () => existsSync(begun))
        child.kill('SIGINT')
      },
    })

    expect(stderr).toBe('scribe: Interrupted.\n')
    expect(exitCode).toBe(130)
  })

  it('tells of the one that is set, also when it is not there', async () => {
    await scribe('tools', 'pull', 'yt-dlp')

    expect(await check({ SCRIBE_YTDLP: '/no/such/yt-dlp' })).toMatchObject({
      ...{ status: 'warn', message: 'not found (/no/such/yt-dlp)' },
      fix: expect.stringContaining('unset the setting'),
    })
  })
})
