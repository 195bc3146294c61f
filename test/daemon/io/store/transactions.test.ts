import { expect, test } from 'vitest'
import { dataFolder, openQuiet } from '../../../support/store-folder.ts'
import { transcription, user } from '../../../support/store-records.ts'

async function freshStore() {
  return openQuiet(await dataFolder())
}

test('two transactions of the same tick see each other', async () => {
  const store = await freshStore()
  const first = store.tx((tx) => tx.put('users', user('a')))
  const second = store.tx((tx) => ({
    record: tx.get('users', 'a')?.id,
    page: tx.find('users', 'by_team', 'team_1').length,
    count: tx.count('users', 'by_team', 'team_1'),
  }))
  await first
  expect(await second).toEqual({ record: 'a', page: 1, count: 1 })
})

test('readers see a commit when it is acknowledged, not before', async () => {
  const store = await freshStore()
  const acknowledged = store.tx((tx) => tx.put('users', user('a')))
  expect(store.get('users', 'a')).toBeUndefined()
  expect(store.find('users', 'by_team', 'team_1')).toEqual([])
  expect(store.count('users', 'by_team', 'team_1')).toBe(0)
  await acknowledged
  expect(store.get('users', 'a')).toEqual(user('a'))
  expect(store.count('users', 'by_team', 'team_1')).toBe(1)
})

test('a transaction that only reads waits for the writes that it has read', async () => {
  const store = await freshStore()
  const order: string[] = []
  const write = store.tx((tx) => tx.put('users', user('a'))).then(() => order.push('written'))
  const read = store.tx((tx) => tx.get('users', 'a')).then(() => order.push('read'))
  await Promise.all([write, read])
  expect(order).toEqual(['written', 'read'])
})

test('a transaction that throws leaves nothing behind', async () => {
  const store = await freshStore()
  await store.tx((tx) => {
    tx.put('users', user('old'))
    tx.put('users', user('deleted'))
  })
  const failed = store.tx((tx) => {
    tx.put('users', user('old', 'team_2'))
    tx.put('users', user('new'))
    tx.delete('users', 'deleted')
    throw new Error('changed its mind')
  })
  const after = store.tx((tx) => tx.find('users', 'by_team', 'team_1').map(({ id }) => id))
  await expect(failed).rejects.toThrow('changed its mind')
  expect(await after).toEqual(['old', 'deleted'])
  expect(store.count('users', 'by_team', 'team_2')).toBe(0)
})

test('a record that cannot be written as JSON fails its transaction and leaves nothing', async () => {
  const store = await freshStore()
  const circular = { ...user('a'), self: {} }
  circular.self = circular
  await expect(store.tx((tx) => tx.put('users', circular))).rejects.toThrow()
  expect(await store.tx((tx) => tx.get('users', 'a'))).toBeUndefined()
})

test('records are frozen to their depths, for writers and readers', async () => {
  const store = await freshStore()
  const record = transcription(1)
  await store.tx((tx) => tx.put('transcriptions', record))
  const read = store.get('transcriptions', 'tr_1')
  expect(Object.isFrozen(read) && Object.isFrozen(read?.options)).toBe(true)
  expect(() => Object.assign(record.options, { diarize: true })).toThrow(TypeError)
})

test('a page that was read does not change with later commits', async () => {
  const store = await freshStore()
  await store.tx((tx) => tx.put('users', user('a')))
  const page = store.find('users', 'by_team', 'team_1')
  await store.tx((tx) => tx.put('users', user('b')))
  expect(page).toEqual([user('a')])
})

test('an asynchronous body is refused and leaves nothing', async () => {
  const store = await freshStore()
  const failed = store.tx(async (tx) => tx.put('users', user('a')))
  await expect(failed).rejects.toThrow(TypeError)
  expect(await store.tx((tx) => tx.get('users', 'a'))).toBeUndefined()
})

test('a transaction inside another is refused', async () => {
  const store = await freshStore()
  const inner = await store.tx(() => ({ begun: store.tx((tx) => tx.put('users', user('a'))) }))
  await expect(inner.begun).rejects.toThrow('inside another')
  expect(store.get('users', 'a')).toBeUndefined()
})

test('a transaction cannot be written to after its end', async () => {
  const store = await freshStore()
  const tx = await store.tx((open) => ({ put: () => open.put('users', user('late')) }))
  expect(() => tx.put()).toThrow('has ended')
})

test('a question to an index that does not exist is an error', async () => {
  const store = await freshStore()
  expect(() => store.find('users', 'by_email', 'x')).toThrow('no index by_email')
})

test('a closed store takes no transaction', async () => {
  const store = await freshStore()
  await store.close()
  const refused = store.tx((tx) => tx.put('users', user('a')))
  await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('closing waits for the commits under way', async () => {
  const dir = await dataFolder()
  const store = await openQuiet(dir)
  const commit = store.tx((tx) => tx.put('users', user('a')))
  await store.close()
  await commit
  expect((await openQuiet(dir)).get('users', 'a')).toEqual(user('a'))
})

test('sequence numbers rise, also over failed transactions and restarts', async () => {
  const dir = await dataFolder()
  const seen: number[] = []
  for (let restart = 0; restart < 3; restart++) {
    const store = await openQuiet(dir)
    const failing = store.tx((tx) => {
      seen.push(tx.nextSequence())
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow()
    seen.push(await store.tx((tx) => tx.nextSequence()))
    seen.push(...(await store.tx((tx) => [tx.nextSequence(), tx.nextSequence()])))
    await store.close()
  }
  expect(seen).toHaveLength(12)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
})
