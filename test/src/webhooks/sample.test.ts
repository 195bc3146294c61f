import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { Event } from '../../../src/api/schemas.ts'
import { sampleEvent } from '../../../src/webhooks/sample.ts'

const NOW_MS = Date.parse('2023-11-14T22:13:20.000Z')

describe.each(['completed', 'failed'] as const)('the sample of %s', (kind) => {
  const event = sampleEvent(kind, NOW_MS)

  it('has every field of an event as the API describes it, and no transcript', () => {
    expect(Value.Errors(Event, event)).toEqual([])
    expect(event.data).not.toHaveProperty('transcript')
  })

  it('says one thing: type, status, times and charge agree', () => {
    expect(event).toMatchObject({
      type: `transcription.${kind}`,
      created_at: '2023-11-14T22:13:20.000Z',
    })
    expect(event.data).toMatchObject({ status: kind, completed_at: event.created_at })
    expect(event.data.billed_minutes).toBe(kind === 'completed' ? 6 : null)
    expect(event.data.error === null).toBe(kind === 'completed')
  })

  it('is of a new transcription each time', () => {
    expect(sampleEvent(kind, NOW_MS).data.id).not.toBe(event.data.id)
  })
})

it('an event that lacks a field is noticed, so that the rule above can fail', () => {
  const { created_at, ...rest } = sampleEvent('completed', NOW_MS)
  expect(Value.Errors(Event, rest)).not.toEqual([])
})
