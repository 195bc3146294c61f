import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloadBytes, VAD_MODEL } from '../../../daemon/models/catalogue.ts'
import { ensureEntry, ensureModel, type PullProgress } from '../../../daemon/models/pull.ts'
import { ModelPullError, type PullFailure } from '../../../daemon/models/pull-error.ts'
import { PACKAGE, type Registry, startRegistry } from './registry.ts'

let registry: Registry
let cacheDir: string

beforeEach(async () => {
  registry = await startRegistry()
  cacheDir = await mkdtemp(join(tmpdir(), 'scribe-cache-'))
})

afterEach(async () => {
  await registry.close()
  await rm(cacheDir, { recursive: true })
})

const pull = (options: Partial<Parameters<typeof ensureEntry>[1]> = {}) =>
  ensureEntry(registry.entry, { cacheDir, env: registry.env, ...options })
const models = () => readdir(join(cacheDir, 'models'))
const tarballRequests = () => registry.requests.filter(({ path }) => path.endsWith('.tgz')).length

/** Runs a pull that must fail, and says why it did and what was left behind. */
async function failure(expected: PullFailure): Promise<string> {
  const error = await pull().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelPullError)
  expect(error).toMatchObject({ failure: expected })
  expect(await models()).toEqual([])
  return (error as ModelPullError).message
}

describe('a pull', () => {
  it('leaves the named files, and only those, under name and version', async () => {
    const { dir, files } = await pull()
    expect(dir).toBe(join(cacheDir, 'models/small-model/1.2.3'))
    expect(await readFile(files.second ?? '', 'utf8')).toBe('second')
    expect((await readdir(dir)).sort()).toEqual(['first.onnx', 'manifest.json', 'second.txt'])
    expect(await models()).toEqual(['small-model'])
  })

  it('reports received and total bytes up to the end', async () => {
    const seen: PullProgress[] = []
    await pull({ onProgress: (progress) => seen.push(progress) })
    const totalBytes = downloadBytes(registry.entry)
    expect(seen[0]).toEqual({ model: 'small-model', receivedBytes: 0, totalBytes })
    expect(seen.at(-1)).toEqual({ model: 'small-model', receivedBytes: totalBytes, totalBytes })
  })

  it('asks nobody when the model is there', async () => {
    const first = await pull()
    const asked = registry.requests.length
    expect(await pull()).toEqual(first)
    expect(registry.requests.length).toBe(asked)
  })

  it('side by side in two places at once leaves one good model', async () => {
    const [one, two] = await Promise.all([pull(), pull()])
    expect(one).toEqual(two)
    expect(await models()).toEqual(['small-model'])
    expect(await pull({ verify: true })).toEqual(one)
  })

  it('uses the registry and credentials of the user for the scope', async () => {
    const { npm_config_registry: _, ...env } = registry.env
    const host = new URL(registry.url).host
    await writeFile(
      env.npm_config_userconfig ?? '',
      `${PACKAGE.split('/')[0]}:registry=${registry.url}\n//${host}/:_authToken=secret\nunknown-setting=1\n`,
    )
    await pull({ env })
    expect(registry.requests[0]).toEqual({ path: `/${PACKAGE}`, authorization: 'Bearer secret' })
  })

  it('changes nothing in the environment it reads', async () => {
    const before = { ...registry.env }
    await pull()
    expect(registry.env).toEqual(before)
  })
})

describe('damage to an installed model', () => {
  it('that changes a size is noticed and repaired by the next pull', async () => {
    const { files } = await pull()
    await truncate(files.first ?? '', 1000)
    await pull()
    expect((await readFile(files.first ?? '')).length).toBe(300_000)
  })

  it('that keeps the size is repaired by a pull that verifies', async () => {
    const { files } = await pull()
    await writeFile(files.second ?? '', 'sEcond')
    await pull()
    expect(await readFile(files.second ?? '', 'utf8')).toBe('sEcond')
    await pull({ verify: true })
    expect(await readFile(files.second ?? '', 'utf8')).toBe('second')
  })
})

describe('an interrupted pull', () => {
  it('ends at once with the reason of the signal and leaves nothing', async () => {
    const controller = new AbortController()
    registry.answerTarball = (response, tarball) => response.write(tarball.subarray(0, 100))
    const onProgress = ({ receivedBytes }: PullProgress) => {
      if (receivedBytes > 0) controller.abort(new Error('user went away'))
    }
    await expect(pull({ signal: controller.signal, onProgress })).rejects.toThrow('user went away')
    expect(await models()).toEqual([])
  })

  it('is aborted even while npm waits before its next try', async () => {
    registry.status = 503
    const env = { ...registry.env, npm_config_fetch_retries: '5' }
    const signal = AbortSignal.timeout(200)
    const start = performance.now()
    await expect(pull({ env, signal })).rejects.toThrow(/timeout/)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('is followed by one that starts anew and sweeps old left-overs of processes that are gone', async () => {
    const dead = join(cacheDir, 'models/.pull-999999999-abc')
    const recent = join(cacheDir, 'models/.pull-999999998-abc')
    const alive = join(cacheDir, `models/.pull-${process.pid}-abc`)
    for (const folder of [dead, recent, alive]) await mkdir(folder, { recursive: true })
    const yesterday = Date.now() / 1000 - 86_400
    for (const folder of [dead, alive]) await utimes(folder, yesterday, yesterday)
    await pull()
    const left = (await models()).sort()
    expect(left).toEqual([`.pull-${process.pid}-abc`, '.pull-999999998-abc', 'small-model'].sort())
  })
})

describe('a pull that cannot succeed says what happened and what to do', () => {
  it('when the tarball is not the pinned one', async () => {
    registry.answerTarball = (response, tarball) => response.end(tarball.subarray(0, -8))
    expect(await failure('checksum')).toMatch(/damaged or not the genuine file; nothing was kept/)
  })

  it('when a file is not the one of the catalogue', async () => {
    const second = { ...registry.entry.files.second, sha256: '0'.repeat(64) }
    Object.assign(registry.entry.files, { second })
    expect(await failure('checksum')).toMatch(/not the genuine file/)
  })

  it('when the tarball holds a link in place of a file', async () => {
    await registry.close()
    registry = await startRegistry({ link: '/etc/hostname' })
    expect(await failure('checksum')).toMatch(/not the genuine file/)
  })

  it('when the connection breaks in the middle', async () => {
    registry.answerTarball = (response, tarball) => {
      response.setHeader('content-length', tarball.length)
      response.write(tarball.subarray(0, 100), () => response.destroy())
    }
    expect(await failure('offline')).toMatch(/could not reach the npm registry/)
    expect(tarballRequests()).toBeGreaterThan(0)
  })

  it('when the registry cannot be reached', async () => {
    registry.env.npm_config_registry = 'http://127.0.0.1:9/'
    expect(await failure('offline')).toMatch(
      /could not reach .*127\.0\.0\.1:9.*`scribe models pull small-model` when online/,
    )
  })

  it('when that is so for a model that the asked one needs: with the command for both', async () => {
    registry.env.npm_config_registry = 'http://127.0.0.1:9/'
    const entry = { ...registry.entry, requires: [VAD_MODEL] }
    await expect(ensureEntry(entry, { cacheDir, env: registry.env })).rejects.toThrow(
      new RegExp(`^Model ${VAD_MODEL}: .*Run \`scribe models pull ${entry.name}\``),
    )
  })

  it('when npm is set to offline', async () => {
    registry.env.npm_config_offline = 'true'
    expect(await failure('offline')).toMatch(/npm's offline setting is on/)
    expect(registry.requests).toEqual([])
  })

  it('when the registry wants a login', async () => {
    registry.status = 401
    expect(await failure('not_allowed')).toMatch(/npm login/)
  })

  it('when the registry does not have the package', async () => {
    registry.status = 404
    expect(await failure('not_found')).toMatch(/does not have @scribe-test\/model@1\.2\.3/)
  })

  it('when the folder cannot be written', async () => {
    const file = join(cacheDir, 'file')
    await writeFile(file, '')
    await expect(pull({ cacheDir: file })).rejects.toMatchObject({ failure: 'disk' })
  })

  it('without showing a password of the registry setting', async () => {
    registry.env.npm_config_registry = 'http://name:hunter2@127.0.0.1:9/'
    expect(await failure('offline')).not.toMatch(/hunter2/)
  })

  it('when there is no such model, naming those that there are', async () => {
    await expect(ensureModel('whisper', { cacheDir })).rejects.toThrow(
      /no model whisper.*moonshine-tiny-en/,
    )
  })
})
