import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store, Transaction } from '../../../../daemon/ports.ts'
import type { TranscriptionRecord } from '../../../../daemon/records.ts'
import { dataFolder, openQuiet } from '../../../support/store-folder.ts'
import { transcription } from '../../../support/store-records.ts'

const STATUSES = ['awaiting_upload', 'queued', 'transcribing', 'completed'] as const
const TEAMS = ['team_1', 'team_2']
const ACTIVE = new Set(['awaiting_upload', 'queued', 'transcribing'])

type Model = Map<string, TranscriptionRecord>
type Step = { put: TranscriptionRecord } | { delete: string }
interface Body {
  steps: Step[]
  throws: boolean
}

const sequence = fc.integer({ min: 1, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ n: sequence, status: fc.constantFrom(...STATUSES), team: fc.constantFrom(...TEAMS) })
    .map(({ n, status, team }) => ({ put: transcription(n, status, team) })),
  sequence.map((n) => ({ delete: `tr_${n}` })),
)
const body: fc.Arbitrary<Body> = fc.record({
  steps: fc.array(step, { maxLength: 4 }),
  throws: fc.boolean(),
})
/** Transactions begun in the same tick, or a restart. */
const event = fc.oneof(
  { weight: 6, arbitrary: fc.array(body, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
)

test('the store equals a map, whatever is committed, thrown, compacted and restarted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const dir = await dataFolder()
      const options = { compactBytes: 3000 }
      let store = await openQuiet(dir, options)
      const model: Model = new Map()
      for (const happened of events) {
        if (happened === 'restart') {
          await store.close()
          store = await openQuiet(dir, options)
        } else {
          await Promise.all(happened.map((one) => commit(store, model, one)))
        }
        expectEqual(store, model)
      }
      await store.close()
    }),
    { numRuns: 60 },
  )
}, 60_000)

async function commit(store: Store, model: Model, { steps, throws }: Body): Promise<void> {
  const done = store.tx((tx) => {
    for (const one of steps) apply(tx, one)
    if (throws) throw new Error('changed its mind')
  })
  if (throws) {
    await expect(done).rejects.toThrow('changed its mind')
    return
  }
  for (const one of steps) {
    if ('put' in one) model.set(one.put.id, one.put)
    else model.delete(one.delete)
  }
  await done
}

function apply(tx: Transaction, one: Step): void {
  if ('put' in one) tx.put('transcriptions', one.put)
  else tx.delete('transcriptions', one.delete)
}

function expectEqual(store: Store, model: Model): void {
  const newest = [...model.values()].sort((a, b) => b.sequence - a.sequence)
  for (const record of newest) expect(store.get('transcriptions', record.id)).toEqual(record)
  for (const team of TEAMS) {
    const own = newest.filter(({ team_id }) => team_id === team)
    const active = own.filter(({ status }) => ACTIVE.has(status))
    expect(store.find('transcriptions', 'by_team', team)).toEqual(own)
    expect(store.find('transcriptions', 'active', team)).toEqual(active)
    expect(store.count('transcriptions', 'active', team)).toBe(active.length)
    const page = own.filter((record) => record.sequence < 7).slice(0, 3)
    expect(store.find('transcriptions', 'by_team', team, { below: 7, limit: 3 })).toEqual(page)
  }
}
