import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  CATALOGUE,
  DEFAULT_MODEL,
  requireModel,
  VAD_MODEL,
} from '../../../daemon/models/catalogue.ts'
import { damagedFiles, installedModel, removeModel } from '../../../daemon/models/installed.ts'
import { ensureEntry } from '../../../daemon/models/pull.ts'
import { modelCacheDir } from '../../support/models.ts'
import { type Registry, startRegistry } from './registry.ts'

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

it('a model that was never pulled is not installed, and all of its files are missing', async () => {
  expect(await installedModel(VAD_MODEL, cacheDir)).toBeUndefined()
  expect(await damagedFiles(registry.entry, cacheDir)).toEqual(['first', 'second'])
})

it('names the file whose bytes changed', async () => {
  const { files } = await ensureEntry(registry.entry, { cacheDir, env: registry.env })
  expect(await damagedFiles(registry.entry, cacheDir)).toEqual([])
  await writeFile(files.second ?? '', 'sEcond')
  expect(await damagedFiles(registry.entry, cacheDir)).toEqual(['second'])
})

it('the default model and what it needs are whole after their pull', async () => {
  const entries = [DEFAULT_MODEL, VAD_MODEL].map(requireModel)
  const damaged = entries.map((entry) => damagedFiles(entry, modelCacheDir()))
  expect((await Promise.all(damaged)).flat()).toEqual([])
})

it('the default model brings the keys its engine asks for, and its licence', async () => {
  const installed = await installedModel(DEFAULT_MODEL, modelCacheDir())
  expect(Object.keys(installed?.files ?? {}).sort()).toEqual(
    ['cross', 'decoder', 'encoder', 'licence', 'spelling', 'step', 'tokens'].sort(),
  )
})

it('removing says whether there was something to remove', async () => {
  expect(await removeModel(VAD_MODEL, cacheDir)).toBe(false)
  await writeFile(join(cacheDir, 'other'), '')
  const vad = CATALOGUE.filter(({ name }) => name === VAD_MODEL)
  for (const entry of vad)
    await ensureEntry(
      { ...registry.entry, name: entry.name, version: entry.version },
      { cacheDir, env: registry.env },
    )
  expect(await installedModel(VAD_MODEL, cacheDir)).toBeDefined()
  expect(await removeModel(VAD_MODEL, cacheDir)).toBe(true)
  expect(await installedModel(VAD_MODEL, cacheDir)).toBeUndefined()
})
