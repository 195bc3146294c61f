import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeModel } from '../../../daemon/models/installed.ts'
import { ensureEntry, type PullProgress } from '../../../daemon/models/pull.ts'
import { ModelPullError, type PullFailure } from '../../../daemon/models/pull-error.ts'
import { recordPath } from '../../../daemon/models/recorded.ts'
import { type ModelServer, startModelServer } from './web-server.ts'

let server: ModelServer
let home: string
let cacheDir: string

beforeEach(async () => {
  server = await startModelServer()
  home = await mkdtemp(join(tmpdir(), 'scribe-home-'))
  cacheDir = join(home, 'cache')
})

afterEach(async () => {
  await server.close()
  await rm(home, { recursive: true })
})

const pull = (options: Partial<Parameters<typeof ensureEntry>[1]> = {}) =>
  ensureEntry(server.entry, { cacheDir, mirror: server.url, env: { HOME: home }, ...options })
const models = async () => (await readdir(join(cacheDir, 'models'))).sort()
const firstPath = () => Object.keys(server.files)[0] ?? ''
const rangesOfFirst = () =>
  server.requests.filter(({ path }) => path === firstPath()).map(({ range }) => range)

async function failure(expected: PullFailure): Promise<string> {
  const error = await pull().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelPullError)
  expect(error).toMatchObject({ failure: expected })
  return (error as ModelPullError).message
}

describe('a pull from the web', () => {
  it('leaves checked files under name and version, and nothing else', async () => {
    const { dir, files } = await pull()
    expect(dir).toBe(join(cacheDir, 'models/web-model/abc-1'))
    expect((await readFile(files.first ?? '')).length).toBe(300_000)
    expect(await readFile(files.second ?? '', 'utf8')).toBe('second')
    expect((await readdir(dir)).sort()).toEqual(['first.onnx', 'manifest.json', 'second.txt'])
    expect(await models()).toEqual(['web-model'])
  })

  it('tells received and total bytes over all files up to the end', async () => {
    const seen: PullProgress[] = []
    await pull({ onProgress: (progress) => seen.push(progress) })
    const whole = { model: 'web-model', receivedBytes: 300_006, totalBytes: 300_006 }
    expect(seen[0]).toEqual({ ...whole, receivedBytes: 0 })
    expect(seen.at(-1)).toEqual(whole)
  })

  it('goes on from where the connection broke, within the same pull', async () => {
    server.breakAfter = 100_000
    const { files } = await pull()
    expect(await readFile(files.first ?? '')).toEqual(server.files[firstPath()])
    expect(rangesOfFirst()).toEqual([undefined, 'bytes=100000-'])
  })

  it('that was interrupted is gone on with by the next one', async () => {
    server.breakAfter = 120_000
    const canceler = new AbortController()
    const onProgress = ({ receivedBytes }: PullProgress) => {
      if (receivedBytes >= 120_000) canceler.abort(new Error('user went away'))
    }
    const interrupted = pull({ signal: canceler.signal, onProgress })
    await expect(interrupted).rejects.toThrow('user went away')
    const { files } = await pull()
    expect(await readFile(files.first ?? '')).toEqual(server.files[firstPath()])
    expect(rangesOfFirst()).toEqual([undefined, 'bytes=120000-'])
    expect(await models()).toEqual(['web-model'])
  })

  it('begins anew when the file changed meanwhile, and takes it when its sum is right', async () => {
    const right = server.files[firstPath()]
    server.files[firstPath()] = Buffer.alloc(300_000, 'other ')
    server.breakAfter = 120_000
    const canceler = new AbortController()
    const onProgress = ({ receivedBytes }: PullProgress) => {
      if (receivedBytes >= 120_000) canceler.abort(new Error('stop'))
    }
    await expect(pull({ signal: canceler.signal, onProgress })).rejects.toThrow('stop')
    server.files[firstPath()] = right ?? Buffer.alloc(0)
    const { files } = await pull()
    expect(await readFile(files.first ?? '')).toEqual(right)
  })

  it('begins anew where the server marks no states', async () => {
    server.marks = false
    server.breakAfter = 100_000
    const { files } = await pull()
    expect(await readFile(files.first ?? '')).toEqual(server.files[firstPath()])
    expect(rangesOfFirst()).toEqual([undefined, undefined])
  })

  it('beside another one does no harm', async () => {
    const [one, other] = await Promise.all([pull(), pull()])
    expect(one.files).toEqual(other.files)
    expect(await models()).toEqual(['web-model'])
  })
})

describe('a pull from the web that cannot succeed says why', () => {
  it('when a file is not the one of the catalogue, and keeps nothing of it', async () => {
    server.files[firstPath()] = Buffer.alloc(300_000, 'forged')
    expect(await failure('checksum')).toMatch(/not the genuine file; nothing was kept/)
    server.files[firstPath()] = Buffer.alloc(300_000, 'first ')
    await pull()
  })

  it('when more comes than the file has', async () => {
    server.files[firstPath()] = Buffer.alloc(400_000, 'first ')
    await failure('checksum')
  })

  it('when the place does not have the file', async () => {
    delete server.files[firstPath()]
    expect(await failure('not_found')).toMatch(/127\.0\.0\.1:\d+ does not have .*models_mirror/)
  })

  it('when the place refuses', async () => {
    server.status = 403
    expect(await failure('not_allowed')).toMatch(/refused/)
  })

  it('when nobody answers, naming the command and the mirror setting', async () => {
    await server.close()
    expect(await failure('offline')).toMatch(/`scribe models pull web-model`.*models_mirror/)
    server = await startModelServer()
  })

  it('without showing a password of the mirror', async () => {
    const mirror = 'http://name:hunter2@127.0.0.1:9'
    const error = await pull({ mirror }).catch((reason: unknown) => reason)
    expect(String(error)).not.toMatch(/hunter2/)
  })
})

describe('files without a known checksum', () => {
  beforeEach(async () => {
    await server.close()
    server = await startModelServer(false)
  })

  it('are recorded by the first pull and must stay the same', async () => {
    await pull()
    await removeModelFolder()
    await pull()
    await removeModelFolder()
    server.files[firstPath()] = Buffer.alloc(300_000, 'other ')
    const message = await failure('changed')
    expect(message).toMatch(/\(first\) is not the one that this machine's first pull got/)
    expect(message).toContain(recordPath(server.entry, cacheDir))
  })

  it('are taken anew once the user has deleted the record', async () => {
    await pull()
    await removeModelFolder()
    server.files[firstPath()] = Buffer.from('newer')
    await failure('changed')
    await rm(recordPath(server.entry, cacheDir))
    const { files } = await pull()
    expect(await readFile(files.first ?? '', 'utf8')).toBe('newer')
  })

  it('keep their record when the model is removed', async () => {
    await pull()
    await writeFile(join(cacheDir, 'models', 'other'), '')
    await removeModel('whisper-tiny', cacheDir)
    await removeModelFolder()
    expect(await models()).toContain('.recorded')
  })

  const removeModelFolder = () => rm(join(cacheDir, 'models/web-model'), { recursive: true })
})
