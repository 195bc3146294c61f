import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { makeDisk, mountSmallDisk } from '../../../support/store-disk.ts'
import { dataFolder, openQuiet, storeFiles } from '../../../support/store-folder.ts'
import { bundle, start, wholeLines } from '../../../support/store-program.ts'
import { user } from '../../../support/store-records.ts'

const UNAVAILABLE = { name: 'ApiError', code: 'service_unavailable', status: 503 }

async function storeOnDisk() {
  const disk = makeDisk()
  const dir = await dataFolder()
  const fatal: unknown[] = []
  const { openFile } = disk
  const store = await openQuiet(dir, { openFile, onFatal: (error) => fatal.push(error) })
  await store.tx((tx) => tx.put('users', user('before')))
  return { store, disk, dir, fatal }
}

test('on a full disk a commit is refused, reading goes on, and later commits are taken', async () => {
  const { store, disk, dir, fatal } = await storeOnDisk()
  const [journal = ''] = await storeFiles(dir)
  const good = await readFile(journal)
  disk.roomBytes = 30
  await expect(store.tx((tx) => tx.put('users', user('refused')))).rejects.toMatchObject(
    UNAVAILABLE,
  )
  expect(await readFile(journal)).toEqual(good)
  expect(store.find('users', 'by_team', 'team_1')).toEqual([user('before')])
  disk.roomBytes = Number.POSITIVE_INFINITY
  await store.tx((tx) => tx.put('users', user('after')))
  await store.close()
  const reopened = await openQuiet(dir)
  const ids = reopened.find('users', 'by_team', 'team_1').map(({ id }) => id)
  expect(ids).toEqual(['before', 'after'])
  expect(fatal).toEqual([])
})

test('a refused commit takes along what was staged on top of it, and nothing else', async () => {
  const { store, disk } = await storeOnDisk()
  await store.tx((tx) => tx.put('users', user('earlier')))
  let onTop: Promise<unknown> = Promise.resolve()
  disk.roomBytes = 0
  disk.whenWriting = () => {
    onTop = store.tx((tx) => tx.put('users', user(`after ${tx.get('users', 'before')?.team_id}`)))
    onTop.catch(() => undefined)
  }
  const refused = store.tx((tx) => tx.put('users', user('before', 'team_2')))
  await expect(refused).rejects.toMatchObject(UNAVAILABLE)
  await expect(onTop).rejects.toMatchObject(UNAVAILABLE)
  const head = await store.tx((tx) => tx.find('users', 'by_team', 'team_1').map(({ id }) => id))
  expect(head).toEqual(['earlier', 'before'])
})

test('after a failed flush nothing is acknowledged any more, and the owner is told once', async () => {
  const { store, disk, fatal } = await storeOnDisk()
  disk.breakFlush = true
  const first = store.tx((tx) => tx.put('users', user('a')))
  const second = store.tx((tx) => tx.put('users', user('b')))
  await expect(first).rejects.toMatchObject(UNAVAILABLE)
  await expect(second).rejects.toMatchObject(UNAVAILABLE)
  disk.breakFlush = false
  await expect(store.tx((tx) => tx.put('users', user('c')))).rejects.toMatchObject(UNAVAILABLE)
  expect(fatal).toMatchObject([{ name: 'StoreFailed' }])
  expect(store.find('users', 'by_team', 'team_1')).toEqual([user('before')])
})

test('a process that has not asked to be told dies of a failed flush', async () => {
  const child = start(await bundle('store-crasher'), await dataFolder())
  const [[code], { value: line }] = await Promise.all([
    once(child, 'exit'),
    wholeLines(child).next(),
  ])
  expect(line).toBe('refused service_unavailable')
  expect(code).toBe(7)
})

test('a journal that cannot be cut back is a failed disk', async () => {
  const { store, disk, fatal } = await storeOnDisk()
  disk.roomBytes = 10
  disk.breakCut = true
  await expect(store.tx((tx) => tx.put('users', user('a')))).rejects.toMatchObject(UNAVAILABLE)
  expect(fatal).toMatchObject([{ name: 'StoreFailed' }])
})

test('a compaction that cannot begin is given up and loses nothing', async () => {
  const dir = await dataFolder()
  const store = await openQuiet(dir, { compactBytes: 2000 })
  const [journal = ''] = await storeFiles(dir)
  // The next journal's name is taken, so that the change to it fails.
  await mkdir(journal.replace('00000001', '00000002'))
  for (let i = 0; i < 40; i++) await store.tx((tx) => tx.put('users', user(`u${i}`)))
  expect(store.count('users', 'by_team', 'team_1')).toBe(40)
  await store.close()
})

const small = mountSmallDisk()
afterAll(() => small?.unmount())

test.skipIf(!small)(
  'a file system that is really full refuses commits and loses none',
  async () => {
    const dir = small?.dir ?? ''
    const store = await openQuiet(dir, { compactBytes: 100_000 })
    const acknowledged: string[] = []
    let refusal: unknown
    for (let i = 0; !refusal; i++) {
      const record = user(`u${i}`, 'team_1', 'x'.repeat(1000))
      const commit = store.tx((tx) => tx.put('users', record))
      refusal = await commit.then(
        () => void acknowledged.push(record.id),
        (error) => error,
      )
    }
    expect(refusal).toMatchObject(UNAVAILABLE)
    expect(acknowledged.length).toBeGreaterThan(100)
    await store.close()
    const reopened = await openQuiet(dir)
    const found = reopened.find('users', 'by_team', 'team_1').map(({ id }) => id)
    expect(found.sort()).toEqual(acknowledged.sort())
    await reopened.close()
  },
)
