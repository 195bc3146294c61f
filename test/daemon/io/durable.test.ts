import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeFolderDurably, renameDurably, writeFileDurably } from '../../../daemon/io/durable.ts'
import { dataFolder } from '../../support/store-folder.ts'

test('a durable write replaces the file, leaves nothing beside it and closes it to others', async () => {
  const dir = await dataFolder()
  const path = join(dir, 'file')
  await writeFileDurably(path, 'old')
  await writeFileDurably(path, Buffer.from('new'))
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(dir)).toEqual(['file'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a stream is written whole', async () => {
  const path = join(await dataFolder(), 'file')
  await writeFileDurably(path, Readable.from(['one ', Buffer.from('two '), 'three']))
  expect(await readFile(path, 'utf8')).toBe('one two three')
})

test('a stream that fails leaves the old contents and nothing else', async () => {
  const dir = await dataFolder()
  const path = join(dir, 'file')
  await writeFile(path, 'old')
  async function* failing() {
    yield 'half'
    throw new Error('the source broke')
  }
  await expect(writeFileDurably(path, failing())).rejects.toThrow('the source broke')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(dir)).toEqual(['file'])
})

test('an aborted write leaves the old contents and nothing else', async () => {
  const dir = await dataFolder()
  const path = join(dir, 'file')
  await writeFile(path, 'old')
  const controller = new AbortController()
  async function* endless() {
    for (let piece = 0; ; piece++) {
      if (piece === 3) controller.abort()
      yield 'more'
    }
  }
  await expect(writeFileDurably(path, endless(), controller.signal)).rejects.toThrow()
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(dir)).toEqual(['file'])
})

test('a durable rename moves between folders and replaces what was there', async () => {
  const dir = await dataFolder()
  await mkdir(join(dir, 'a'))
  await mkdir(join(dir, 'b'))
  await writeFile(join(dir, 'a', 'file'), 'moved')
  await writeFile(join(dir, 'b', 'file'), 'replaced')
  await renameDurably(join(dir, 'a', 'file'), join(dir, 'b', 'file'))
  expect(await readFile(join(dir, 'b', 'file'), 'utf8')).toBe('moved')
  expect(await readdir(join(dir, 'a'))).toEqual([])
})

test('a folder is made with its parents, or closed to others when it is there', async () => {
  const dir = await dataFolder()
  const path = join(dir, 'a', 'b')
  await mkdir(join(dir, 'a'), { mode: 0o755 })
  await makeFolderDurably(path)
  await makeFolderDurably(join(dir, 'a'))
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'a'))).mode & 0o777).toBe(0o700)
})
