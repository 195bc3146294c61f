import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pulledPath } from '../../../daemon/tools/find.ts'
import { pullYtDlp, removeYtDlp, type ToolProgress } from '../../../daemon/tools/pull.ts'
import { type Releases, startReleases, versionScript } from '../../support/releases.ts'

let releases: Releases
let cacheDir: string

beforeEach(async () => {
  releases = await startReleases('2026.11.01')
  cacheDir = await mkdtemp(join(tmpdir(), 'scribe-cache-'))
})

afterEach(async () => {
  await releases.close()
  await rm(cacheDir, { recursive: true })
})

/** Nothing of the machine's npm configuration counts. */
const cleanEnv = () => ({
  HOME: cacheDir,
  npm_config_userconfig: join(cacheDir, 'no-npmrc'),
  npm_config_globalconfig: join(cacheDir, 'no-global-npmrc'),
})
const pull = (options: Partial<Parameters<typeof pullYtDlp>[0]> = {}) =>
  pullYtDlp({
    ...{ cacheDir, releases: releases.url, env: cleanEnv(), onProgress() {} },
    signal: new AbortController().signal,
    ...options,
  })
const kept = () => readdir(join(cacheDir, 'tools'))

describe('a pull', () => {
  it('puts the release’s program in place, for everybody to run, and says its version', async () => {
    const found = await pull()

    expect(found).toEqual({ path: pulledPath(cacheDir), version: '2026.11.01' })
    expect((await stat(found.path)).mode & 0o777).toBe(0o755)
    expect(await kept()).toHaveLength(1)
  })

  it('takes program and checksums from one release, wherever the bytes are kept', async () => {
    await pull()

    expect(releases.asked.filter((path) => path.startsWith('/latest'))).toEqual([
      '/latest/SHA2-256SUMS',
    ])
    expect(releases.asked).toContain('/bytes/2')
  })

  it('reports received and total bytes up to the end', async () => {
    const seen: ToolProgress[] = []
    await pull({ onProgress: (progress) => seen.push(progress) })
    const bytes = releases.program.length

    expect(seen.at(-1)).toEqual({ receivedBytes: bytes, totalBytes: bytes })
  })

  it('replaces an earlier one, and one side by side does no harm', async () => {
    await pull()
    releases.program = versionScript('2026.11.20')
    const found = await Promise.all([pull(), pull()])

    expect(found.map(({ version }) => version)).toEqual(['2026.11.20', '2026.11.20'])
    expect(await kept()).toHaveLength(1)
  })

  it('goes through the proxy of npm’s configuration, but not to hosts that need none', async () => {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '')
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void proxy.close())
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const env = { ...cleanEnv(), npm_config_https_proxy: address, npm_config_noproxy: '' }

    await expect(pull({ env, releases: 'https://files.example/latest' })).rejects.toThrow(
      'files.example',
    )
    expect(asked).toEqual(['files.example:443'])
    const direct = { ...cleanEnv(), HTTP_PROXY: address, NO_PROXY: '127.0.0.1' }
    expect(await pull({ env: direct })).toMatchObject({ version: '2026.11.01' })
  })
})

describe('a pull that fails leaves what was there, and says', () => {
  const failing = async () => {
    await pull()
    const path = pulledPath(cacheDir)
    const before = await readFile(path, 'utf8')
    return async (message: RegExp) => {
      await expect(pull()).rejects.toThrow(message)
      expect(await readFile(path, 'utf8')).toBe(before)
      expect(await kept()).toHaveLength(1)
    }
  }

  it('that the file is not the one of the checksums', async () => {
    const fails = await failing()
    releases.sum = 'a'.repeat(64)

    await fails(/not the file that the release's checksums name.*again/)
  })

  it('that the connection broke', async () => {
    const fails = await failing()
    releases.answer = (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 5), () => response.destroy())
    }

    await fails(/could not be fetched from 127.0.0.1.*again/)
  })

  it('that the release has no such file', async () => {
    const fails = await failing()
    releases.answer = (response) => response.writeHead(404).end()

    await fails(/does not have the file.*SCRIBE_YTDLP/)
  })

  it('that the program does not run here', async () => {
    const fails = await failing()
    releases.program = '#!/bin/sh\necho "needs another C library" >&2\nexit 1\n'

    await fails(/does not run \(needs another C library\)/)
  })

  it('that the folder cannot be written', async () => {
    const file = join(cacheDir, 'file')
    await writeFile(file, '')

    await expect(pull({ cacheDir: file })).rejects.toThrow(/written.*SCRIBE_CACHE_DIR/)
  })

  it('nothing when it was interrupted, ending at once with the signal’s reason', async () => {
    const controller = new AbortController()
    releases.answer = (response, bytes) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 5))
    }
    const onProgress = () => controller.abort(new Error('user went away'))

    await expect(pull({ signal: controller.signal, onProgress })).rejects.toThrow('user went away')
    expect(await kept()).toEqual([])
  })
})

describe('removing', () => {
  it('says whether there was one', async () => {
    await pull()

    expect(await removeYtDlp(cacheDir)).toBe(true)
    expect(await removeYtDlp(cacheDir)).toBe(false)
  })
})
