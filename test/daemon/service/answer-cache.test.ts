import { describe, expect, it } from 'vitest'
import type { TranscriptionRecord } from '../../../daemon/records.ts'
import { AnswerCache } from '../../../daemon/service/answer-cache.ts'

const record = (id: string) => ({ id }) as TranscriptionRecord
const bytes = (length: number) => 'x'.repeat(length / 2)

describe('the cache of answers', () => {
  it('never holds more bytes than it may; the one not asked for the longest leaves', () => {
    const cache = new AnswerCache(100)
    const records = ['a', 'b', 'c', 'd', 'e'].map(record)
    const [a = record(''), b = record(''), ...rest] = records
    cache.set(a, bytes(25))
    cache.set(b, bytes(25))
    cache.get(a)
    for (const one of rest) cache.set(one, bytes(25))

    expect(records.filter((one) => cache.get(one)).map(({ id }) => id)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ])
  })

  it('does not know a record that replaced another, whatever its id', () => {
    const cache = new AnswerCache(100)
    cache.set(record('a'), bytes(10))

    expect(cache.get(record('a'))).toBeUndefined()
  })

  it('keeps nothing that would crowd out the rest', () => {
    const cache = new AnswerCache(100)
    const large = record('large')
    cache.set(large, bytes(26))

    expect(cache.get(large)).toBeUndefined()
  })
})
