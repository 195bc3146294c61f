import { describe, expect, it } from 'vitest'
import { isFinal, isProcessing, next, type StatusEvent } from '../../../daemon/rules/state.ts'
import type { Status } from '../../../src/api/types.ts'

const STATUSES: Status[] = [
  'awaiting_upload',
  'queued',
  'fetching',
  'transcribing',
  'completed',
  'failed',
  'canceled',
]
const EVENTS: StatusEvent[] = [
  'uploaded',
  'fetch',
  'start',
  'interrupt',
  'finish',
  'fail',
  'cancel',
]
const FINAL: Status[] = ['completed', 'failed', 'canceled']

describe('the state table', () => {
  it.each(FINAL)('leaves %s for good: no event applies any more', (status) => {
    expect(EVENTS.map((event) => next(status, event))).toEqual(EVENTS.map(() => null))
  })

  it('queues an awaited upload when it is complete, and nothing else', () => {
    expect(next('awaiting_upload', 'uploaded')).toBe('queued')
    expect(STATUSES.filter((status) => next(status, 'uploaded') !== null)).toEqual([
      'awaiting_upload',
    ])
  })

  it('cancels from every status that is not final', () => {
    const cancelable = STATUSES.filter((status) => next(status, 'cancel') === 'canceled')
    expect(cancelable).toEqual(STATUSES.filter((status) => !isFinal(status)))
  })

  it.each(['finish', 'fail'] as const)('%s applies to the processing statuses only', (event) => {
    const from = STATUSES.filter((status) => next(status, event) !== null)
    expect(from).toEqual(STATUSES.filter(isProcessing))
  })

  it('puts an interrupted attempt back into the queue', () => {
    expect(next('transcribing', 'interrupt')).toBe('queued')
    expect(next('fetching', 'interrupt')).toBe('queued')
    expect(next('queued', 'interrupt')).toBeNull()
  })
})
