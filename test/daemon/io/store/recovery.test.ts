import { appendFile, copyFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreDamaged } from '../../../../daemon/io/store/errors.ts'
import { encodeLine } from '../../../../daemon/io/store/lines.ts'
import { dataFolder, openQuiet, recordingLog, storeFiles } from '../../../support/store-folder.ts'
import { user } from '../../../support/store-records.ts'

/** A closed store with users u0 to u9, one commit each. */
async function folderWithUsers(): Promise<{ dir: string; journal: string }> {
  const dir = await dataFolder()
  const store = await openQuiet(dir)
  for (let i = 0; i < 10; i++) await store.tx((tx) => tx.put('users', user(`u${i}`)))
  await store.close()
  const [journal = ''] = await storeFiles(dir)
  return { dir, journal }
}

/** A closed store with u0 in a snapshot and u1 in the journal after it. */
async function folderWithSnapshot() {
  const dir = await dataFolder()
  const first = await openQuiet(dir, { compactBytes: 1 })
  await first.tx((tx) => tx.put('users', user('u0')))
  await expect.poll(() => storeFiles(dir).then((files) => files.length)).toBe(2)
  await expect
    .poll(() => storeFiles(dir).then((files) => files[1]))
    .toContain('snapshot-00000002.jsonl')
  await first.close()
  const second = await openQuiet(dir)
  await second.tx((tx) => tx.put('users', user('u1')))
  await second.close()
  const [journal = '', snapshot = ''] = await storeFiles(dir)
  return { dir, journal, snapshot }
}

async function userIds(dir: string): Promise<string[]> {
  const store = await openQuiet(dir)
  const ids = store.find('users', 'by_team', 'team_1').map(({ id }) => id)
  await store.close()
  return ids.reverse()
}

async function flip(path: string, offset: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[offset] = (bytes[offset] ?? 0) ^ 1
  await writeFile(path, bytes)
}

test('what was committed is there after a restart', async () => {
  const { dir } = await folderWithUsers()
  expect(await userIds(dir)).toHaveLength(10)
})

test('a snapshot and the journal after it together are the state', async () => {
  const { dir } = await folderWithSnapshot()
  expect(await userIds(dir)).toEqual(['u0', 'u1'])
})

test('a commit torn at any byte is cut, logged, and the store goes on', async () => {
  const { dir, journal } = await folderWithUsers()
  const sizeBytes = (await stat(journal)).size
  const lastLine = (await readFile(journal, 'utf8')).trimEnd().split('\n').at(-1) ?? ''
  for (let lost = 1; lost <= lastLine.length; lost++) {
    await truncate(journal, sizeBytes - lost)
    const { log, lines } = recordingLog()
    const store = await openQuiet(dir, { log })
    expect(lines).toMatchObject([{ tornBytes: lastLine.length + 1 - lost }])
    expect(store.count('users', 'by_team', 'team_1')).toBe(9)
    await store.tx((tx) => tx.put('users', user('u9')))
    await store.close()
    expect((await stat(journal)).size).toBe(sizeBytes)
  }
})

test('zeros that a power cut left at the end are cut', async () => {
  const { dir, journal } = await folderWithUsers()
  await appendFile(journal, Buffer.alloc(5000))
  expect(await userIds(dir)).toHaveLength(10)
  await appendFile(
    journal,
    Buffer.concat([Buffer.from('1234abcd [["us'), Buffer.alloc(99), Buffer.from('\n')]),
  )
  expect(await userIds(dir)).toHaveLength(10)
})

test('a flipped bit anywhere in the journal stops the start, names the place, changes nothing', async () => {
  const { dir, journal } = await folderWithUsers()
  const good = await readFile(journal)
  for (let offset = 0; offset < good.length - 1; offset += 7) {
    await flip(journal, offset)
    const damaged = await readFile(journal)
    const error = await openQuiet(dir).catch((reason) => reason)
    expect(error).toBeInstanceOf(StoreDamaged)
    expect(error.file).toBe(journal)
    expect(error.offset).toBe(good.subarray(0, offset).lastIndexOf(10) + 1)
    expect(error.message).toMatch(/byte \d+.*backup/)
    expect(await readFile(journal)).toEqual(damaged)
    await writeFile(journal, good)
  }
})

test('the way out that the error names gives the commits before the damage', async () => {
  const { dir, journal } = await folderWithUsers()
  await flip(journal, 500)
  const error = await openQuiet(dir).catch((reason) => reason)
  expect(error.message).toContain(`truncate -s ${error.offset} "${journal}"`)
  await truncate(journal, error.offset)
  const ids = await userIds(dir)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids).toEqual(Array.from(ids, (_, i) => `u${i}`))
})

test('a refused start releases the folder', async () => {
  const { dir, journal } = await folderWithUsers()
  await flip(journal, 30)
  await expect(openQuiet(dir)).rejects.toBeInstanceOf(StoreDamaged)
  await flip(journal, 30)
  expect(await userIds(dir)).toHaveLength(10)
})

test('a damaged or shortened snapshot stops the start', async () => {
  const { dir, snapshot } = await folderWithSnapshot()
  const good = await readFile(snapshot)
  await flip(snapshot, 60)
  await expect(openQuiet(dir)).rejects.toMatchObject({ file: snapshot })
  const lines = good.toString('utf8').split('\n')
  await writeFile(snapshot, [lines[0], ...lines.slice(2)].join('\n'))
  await expect(openQuiet(dir)).rejects.toMatchObject({ file: snapshot })
  await writeFile(snapshot, `${lines.slice(0, 2).join('\n')}\n`)
  await expect(openQuiet(dir)).rejects.toMatchObject({ file: snapshot })
})

test('a damaged snapshot does no harm while the journals behind it are still there', async () => {
  const { dir, journal } = await folderWithUsers()
  const next = journal.replace('00000001', '00000002')
  await writeFile(next, '')
  await writeFile(next.replace('journal', 'snapshot'), 'half a snap')
  expect(await userIds(dir)).toHaveLength(10)
})

test('a missing journal stops the start', async () => {
  const { dir, journal } = await folderWithSnapshot()
  await copyFile(journal, journal.replace('00000002', '00000004'))
  await expect(openQuiet(dir)).rejects.toBeInstanceOf(StoreDamaged)
  await rm(journal.replace('00000002', '00000004'))
  await rm(journal)
  await expect(openQuiet(dir)).rejects.toMatchObject({ file: journal })
})

test('a torn end of any journal but the last stops the start', async () => {
  const { dir, journal } = await folderWithUsers()
  await truncate(journal, (await stat(journal)).size - 5)
  await writeFile(journal.replace('00000001', '00000002'), '')
  await expect(openQuiet(dir)).rejects.toMatchObject({ file: journal })
})

test('data of a newer version is refused, not dropped', async () => {
  const { dir, journal } = await folderWithUsers()
  await appendFile(journal, encodeLine([['playlists', 'p1', { id: 'p1' }]]))
  await expect(openQuiet(dir)).rejects.toThrow('playlists')
})

test('half-written files of a dead process are swept', async () => {
  const { dir } = await folderWithUsers()
  await writeFile(join(dir, 'store', 'snapshot-00000002.jsonl.abc.tmp'), 'half')
  expect(await userIds(dir)).toHaveLength(10)
  expect(await storeFiles(dir)).toHaveLength(1)
})

test('folder and files are closed to other users', async () => {
  const { dir, journal, snapshot } = await folderWithSnapshot()
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'store'))).mode & 0o777).toBe(0o700)
  expect((await stat(journal)).mode & 0o777).toBe(0o600)
  expect((await stat(snapshot)).mode & 0o777).toBe(0o600)
})
