import { expect, test } from 'vitest'
import { OrderedIndex } from '../../../../daemon/io/store/ordered.ts'
import type { Store } from '../../../../daemon/ports.ts'
import { dataFolder, openQuiet } from '../../../support/store-folder.ts'
import { transcription } from '../../../support/store-records.ts'

async function storeWith(...records: ReturnType<typeof transcription>[]): Promise<Store> {
  const store = await openQuiet(await dataFolder())
  await store.tx((tx) => {
    for (const record of records) tx.put('transcriptions', record)
  })
  return store
}

function sequences(store: Store, index: string, key: string, page = {}): number[] {
  return store.find('transcriptions', index, key, page).map(({ sequence }) => sequence)
}

test('pages come newest first and go on below the last one', async () => {
  const store = await storeWith(...[3, 1, 5, 2, 4].map((sequence) => transcription(sequence)))
  expect(sequences(store, 'by_team', 'team_1', { limit: 2 })).toEqual([5, 4])
  expect(sequences(store, 'by_team', 'team_1', { below: 4, limit: 2 })).toEqual([3, 2])
  expect(sequences(store, 'by_team', 'team_1', { below: 2, limit: 2 })).toEqual([1])
  expect(sequences(store, 'by_team', 'team_1', { below: 1, limit: 2 })).toEqual([])
})

test('a team sees its own records only', async () => {
  const store = await storeWith(transcription(1), transcription(2, 'queued', 'team_2'))
  expect(sequences(store, 'by_team', 'team_2')).toEqual([2])
  expect(sequences(store, 'by_team', 'team_3')).toEqual([])
})

test('a job is found by its status as it moves on', async () => {
  const store = await storeWith(transcription(1, 'awaiting_upload'), transcription(2, 'queued'))
  expect(sequences(store, 'active', 'team_1')).toEqual([2, 1])
  expect(sequences(store, 'awaiting', 'all')).toEqual([1])
  expect(sequences(store, 'unfinished', 'all')).toEqual([2])
  await store.tx((tx) => {
    tx.put('transcriptions', transcription(1, 'transcribing'))
    tx.put('transcriptions', transcription(2, 'completed'))
  })
  expect(sequences(store, 'active', 'team_1')).toEqual([1])
  expect(sequences(store, 'awaiting', 'all')).toEqual([])
  expect(sequences(store, 'unfinished', 'all')).toEqual([1])
  expect(store.count('transcriptions', 'by_team', 'team_1')).toBe(2)
})

test('a deleted record is in no index', async () => {
  const store = await storeWith(transcription(1), transcription(2), transcription(3))
  await store.tx((tx) => tx.delete('transcriptions', 'tr_2'))
  expect(sequences(store, 'by_team', 'team_1')).toEqual([3, 1])
  expect(sequences(store, 'unfinished', 'all')).toEqual([3, 1])
})

test('a page of 100,000 records looks at a few of them only', () => {
  let looks = 0
  const order = (record: object) => {
    looks += 1
    return (record as { sequence: number }).sequence
  }
  const index = new OrderedIndex({ key: () => 'all', order })
  for (let sequence = 1; sequence <= 100_000; sequence++) {
    index.replace(undefined, transcription(sequence))
  }
  looks = 0
  expect(index.find('all', 50_001, 20)).toHaveLength(20)
  expect(looks).toBeLessThan(40)
})
