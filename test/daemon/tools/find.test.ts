import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ageDays, findYtDlp, pulledPath } from '../../../daemon/tools/find.ts'
import { versionScript } from '../../support/releases.ts'

async function machine() {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-find-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cacheDir = join(folder, 'cache')
  const put = async (path: string, text = versionScript('2026.10.01'), mode = 0o755) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await chmod(path, mode)
    return path
  }
  const env = { PATH: `${join(folder, 'a')}:${join(folder, 'b')}` }
  const find = (configured: string | null = null) => findYtDlp({ configured, cacheDir, env })
  return { put, find, cacheDir, at: (...names: string[]) => join(folder, ...names) }
}

describe('the yt-dlp that is used', () => {
  it('is the one that the settings name, else the pulled one, else the one on PATH', async () => {
    const { put, find, cacheDir, at } = await machine()
    const onPath = await put(at('b', 'yt-dlp'))
    expect(await find()).toEqual({ path: onPath, from: 'path', version: '2026.10.01' })
    const pulled = await put(pulledPath(cacheDir))
    expect(await find()).toMatchObject({ path: pulled, from: 'pulled' })
    const own = await put(at('own', 'yt-dlp'))
    expect(await find(own)).toMatchObject({ path: own, from: 'settings' })
  })

  it('is never another than the one that the settings name', async () => {
    const { put, find, at } = await machine()
    await put(at('a', 'yt-dlp'))

    expect(await find(at('gone'))).toBeNull()
    expect(await find('no-such-name')).toBeNull()
  })

  it('by name is the first on PATH that may be run', async () => {
    const { put, find, at } = await machine()
    await put(at('a', 'nightly'), 'no program', 0o644)
    const second = await put(at('b', 'nightly'))

    expect(await find('nightly')).toMatchObject({ path: second })
  })

  it('is nobody when there is none', async () => {
    expect(await (await machine()).find()).toBeNull()
  })

  it('has its new version when the file has changed', async () => {
    const { put, find, at } = await machine()
    await put(at('a', 'yt-dlp'))
    const first = await find()
    await put(at('a', 'yt-dlp'), versionScript('2026.11.02.123456'))
    const second = await find()

    expect([first?.version, second?.version]).toEqual(['2026.10.01', '2026.11.02.123456'])
  })

  it.each([
    ['prints something else', '#!/bin/sh\necho usage\n'],
    ['ends with an error', '#!/bin/sh\nexit 1\n'],
  ])('has no version when it %s', async (_what, text) => {
    const { put, find, at } = await machine()
    await put(at('a', 'yt-dlp'), text)

    expect(await find()).toMatchObject({ version: null })
  })
})

describe('the age of a version', () => {
  it('is counted in days from its date', () => {
    const now = Date.UTC(2026, 10, 21, 23)

    expect(ageDays('2026.11.21', now)).toBe(0)
    expect(ageDays('2026.08.19.232720', now)).toBe(94)
  })
})
