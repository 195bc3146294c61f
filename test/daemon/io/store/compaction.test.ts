import { link, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder, openQuiet, recordingLog, storeFiles } from '../../../support/store-folder.ts'
import { transcription } from '../../../support/store-records.ts'

const NEVER = 1e9

async function putJobs(store: Awaited<ReturnType<typeof openQuiet>>, from: number, to: number) {
  for (let i = from; i <= to; i++) {
    await store.tx((tx) => tx.put('transcriptions', transcription(i)))
  }
}

test('a journal that has grown gives way to a snapshot', async () => {
  const dir = await dataFolder()
  const { log, lines } = recordingLog()
  const store = await openQuiet(dir, { compactBytes: 5000, log })
  await putJobs(store, 1, 30)
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await store.close()
  const names = (await storeFiles(dir)).join()
  expect(names).not.toContain('journal-00000001')
  expect(names).toContain('snapshot')
  expect((await openQuiet(dir)).count('transcriptions', 'by_team', 'team_1')).toBe(30)
})

test('commits that replace each other do not let the files pile up', async () => {
  const dir = await dataFolder()
  const { log, lines } = recordingLog()
  const store = await openQuiet(dir, { compactBytes: 5000, log })
  for (let i = 0; i < 300; i++) await putJobs(store, 1, 1)
  await expect.poll(() => lines.length).toBeGreaterThan(3)
  await store.close()
  expect((await readdir(join(dir, 'store'))).length).toBeLessThan(5)
})

test('commits during compactions are all there after it', async () => {
  const dir = await dataFolder()
  const store = await openQuiet(dir, { compactBytes: 20_000 })
  let next = 0
  const writer = async () => {
    while (next < 2000) {
      next += 1
      await putJobs(store, next, next)
    }
  }
  await Promise.all(Array.from({ length: 16 }, writer))
  await store.close()
  const reopened = await openQuiet(dir)
  const found = reopened.find('transcriptions', 'by_team', 'team_1')
  expect(found).toEqual(store.find('transcriptions', 'by_team', 'team_1'))
  expect(found).toHaveLength(2000)
})

/** The files of one compaction, with commits before, at and after it: 20 jobs in all. */
async function filesOfCompaction() {
  const dir = await dataFolder()
  const before = await openQuiet(dir, { compactBytes: NEVER })
  await putJobs(before, 1, 10)
  await before.close()
  const kept = join(dir, 'kept-journal')
  await link(join(dir, 'store', 'journal-00000001.jsonl'), kept)
  const { log, lines } = recordingLog()
  const during = await openQuiet(dir, { compactBytes: 1, log })
  await putJobs(during, 11, 11)
  await expect.poll(() => lines.length).toBe(1)
  await during.close()
  const after = await openQuiet(dir, { compactBytes: NEVER })
  await putJobs(after, 12, 20)
  await after.close()
  const [journal = '', snapshot = ''] = await storeFiles(dir)
  return { oldJournal: kept, journal, snapshot }
}

test.each([
  ['before the snapshot is begun', ['oldJournal', 'journal']],
  ['while the snapshot is being written', ['oldJournal', 'journal', 'half']],
  ['before the old journal is removed', ['oldJournal', 'journal', 'snapshot']],
  ['after the old journal is removed', ['journal', 'snapshot']],
] as const)('a crash %s loses nothing', async (_moment, left) => {
  const files = await filesOfCompaction()
  const dir = await dataFolder()
  await mkdir(join(dir, 'store'))
  for (const file of left) {
    if (file === 'half') await writeFile(join(dir, 'store', 'snapshot-00000002.jsonl.1.tmp'), 'ab')
    else await link(files[file], join(dir, 'store', nameOf(files[file])))
  }
  const store = await openQuiet(dir)
  expect(store.count('transcriptions', 'by_team', 'team_1')).toBe(20)
})

function nameOf(path: string): string {
  return basename(path).replace('kept-journal', 'journal-00000001.jsonl')
}
