import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueEntry } from '../../../daemon/models/catalogue-entry.ts'
import { importModels } from '../../../daemon/models/import.ts'
import { damagedFiles, installedEntry, sha256Of } from '../../../daemon/models/installed.ts'

const FIRST = 'the first file'
const SECOND = 'the second file'

let dir: string
let folder: string
let cacheDir: string
let entry: CatalogueEntry

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scribe-import-'))
  folder = join(dir, 'stick')
  cacheDir = join(dir, 'cache')
  await mkdir(folder)
  await writeFile(join(folder, 'first.onnx'), FIRST)
  await writeFile(join(folder, 'second.txt'), SECOND)
  entry = {
    name: 'small-model',
    role: 'speech',
    description: 'Two small files',
    languages: ['en'],
    licence: 'MIT',
    version: '1',
    source: { kind: 'web' },
    files: {
      first: await described('first.onnx', 'maker/model/resolve/main/first.onnx'),
      second: await described('second.txt', 'package/second.txt'),
    },
    requires: [],
  }
})

afterEach(() => rm(dir, { recursive: true }))

async function described(name: string, source: string) {
  const path = join(folder, name)
  return { source, bytes: (await readFile(path)).length, sha256: await sha256Of(path) }
}

const take = (source = folder, model?: string) =>
  importModels(source, { cacheDir, entries: [entry], model })

const unpinned = ({ source, bytes }: { source: string; bytes?: number }) => ({
  source,
  ...(bytes === undefined ? {} : { bytes }),
})

describe('an import', () => {
  it('copies and checks the files, and leaves the folder as it is', async () => {
    const [model] = await take()
    expect(await readFile(model?.files.second ?? '', 'utf8')).toBe(SECOND)
    expect(await damagedFiles(entry, cacheDir)).toEqual([])
    expect((await readdir(folder)).sort()).toEqual(['first.onnx', 'second.txt'])
    expect(await readdir(join(cacheDir, 'models'))).toEqual(['small-model'])
  })

  it('finds files by their content, whatever they are called and however deep they lie', async () => {
    const other = join(dir, 'other/below')
    await mkdir(other, { recursive: true })
    await copyFile(join(folder, 'first.onnx'), join(other, 'blob'))
    await copyFile(join(folder, 'second.txt'), join(other, 'first.onnx'))
    await take(join(dir, 'other'))
    expect(await damagedFiles(entry, cacheDir)).toEqual([])
  })

  it('repairs what is damaged, and leaves alone what is not', async () => {
    const [model] = await take()
    await writeFile(model?.files.second ?? '', SECOND.toUpperCase())
    await take()
    expect(await readFile(model?.files.second ?? '', 'utf8')).toBe(SECOND)
    expect((await take())[0]?.dir).toBe(model?.dir)
  })

  it('takes the files out of a tarball', async () => {
    const { first, second } = entry.files
    const inPackage = { ...first, source: 'package/first.onnx' }
    entry = { ...entry, files: { first: inPackage, second: second ?? inPackage } }
    await mkdir(join(dir, 'package'))
    for (const name of ['first.onnx', 'second.txt'])
      await copyFile(join(folder, name), join(dir, 'package', name))
    const tarball = join(dir, 'model.tgz')
    await create({ cwd: dir, gzip: true, file: tarball }, ['package'])
    await take(tarball)
    expect(await installedEntry(entry, cacheDir)).toBeDefined()
    expect(await readdir(join(cacheDir, 'models'))).toEqual(['small-model'])
  })

  it.each(['tar.gz', 'tar'])('takes them out of an archive of its maker (%s)', async (kind) => {
    const inside = join(dir, 'maker-model-2024/int8')
    await mkdir(inside, { recursive: true })
    await copyFile(join(folder, 'first.onnx'), join(inside, 'encoder.onnx'))
    await copyFile(join(folder, 'second.txt'), join(inside, 'second.txt'))
    await writeFile(join(inside, 'another.onnx'), 'of no use')
    const archive = join(dir, `maker-model-2024.${kind}`)
    await create({ cwd: dir, gzip: kind === 'tar.gz', file: archive }, ['maker-model-2024'])
    const [model] = await take(archive)
    expect(await readFile(model?.files.first ?? '', 'utf8')).toBe(FIRST)
  })

  it('deletes the version that an earlier scribe kept', async () => {
    const old = join(cacheDir, 'models/small-model/0')
    await mkdir(old, { recursive: true })
    await take()
    expect(await readdir(join(cacheDir, 'models/small-model'))).toEqual(['1'])
  })

  it('records files without a known checksum, as a first pull does', async () => {
    const { first, second } = entry.files
    entry = {
      ...entry,
      files: { first: unpinned(first ?? { source: '' }), second: second ?? { source: '' } },
    }
    await take()
    await rm(join(cacheDir, 'models/small-model'), { recursive: true })
    await writeFile(join(folder, 'first.onnx'), FIRST.toUpperCase())
    await expect(take()).rejects.toMatchObject({ failure: 'changed' })
  })
})

describe('an import that is not complete says', () => {
  it('which file is missing, and how long it is', async () => {
    await rm(join(folder, 'first.onnx'))
    await expect(take()).rejects.toThrow(
      /stick holds no complete model: small-model lacks first\.onnx \(14 bytes\)/,
    )
    expect(await installedEntry(entry, cacheDir)).toBeUndefined()
  })

  it('which file is another one than it should be', async () => {
    await writeFile(join(folder, 'first.onnx'), FIRST.toUpperCase())
    await expect(take()).rejects.toThrow(/first\.onnx \(14 bytes\), the one there is another file/)
  })

  it('that nothing of any model is there', async () => {
    const empty = join(dir, 'stick-empty')
    await mkdir(empty)
    const entries = [entry, { ...entry, name: 'other-model' }]
    await expect(importModels(empty, { cacheDir, entries })).rejects.toThrow(
      /no file of any model is there/,
    )
  })

  it('that an archive must be unpacked', async () => {
    const archive = join(dir, 'model.tar.bz2')
    await writeFile(archive, '')
    await expect(take(archive)).rejects.toThrow(/Unpack it/)
  })

  it('that an archive is damaged', async () => {
    const archive = join(dir, 'model.tar.gz')
    await writeFile(archive, 'no archive')
    await expect(take(archive)).rejects.toThrow(/holds no complete model|is damaged/)
    await create({ cwd: dir, gzip: true, file: archive }, ['stick'])
    const bytes = await readFile(archive)
    bytes.fill(0xff, 20, 60)
    await writeFile(archive, bytes)
    await expect(take(archive)).rejects.toThrow(/model\.tar\.gz is damaged/)
    expect(await readdir(join(cacheDir, 'models'))).toEqual([])
  })

  it('that there is no such model', async () => {
    await expect(take(folder, 'whisper-huge')).rejects.toMatchObject({ failure: 'unknown_model' })
  })
})
