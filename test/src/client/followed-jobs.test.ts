import { describe, expect, it } from 'vitest'
import type { Status, Transcription } from '../../../src/api/types.ts'
import { FollowedJobs } from '../../../src/client/followed-jobs.ts'

/** The larger the number, the newer. */
function job(number: number, status: Status): Transcription {
  return {
    id: `tr_${number}`,
    object: 'transcription',
    status,
    source: { platform: 'upload', filename: 'talk.wav', size: 1 },
    media: null,
    options: { source: 'auto', language: 'auto', diarize: false },
    transcript_source: null,
    caption_kind: null,
    language: null,
    billed_minutes: null,
    cached: false,
    error: null,
    created_at: new Date(number * 1000).toISOString(),
    completed_at: null,
    deleted_at: null,
  }
}

const page = (data: Transcription[], next_cursor: string | null = null) => ({
  ...{ object: 'list' as const, data, next_cursor },
})
const idsOf = (jobs: Transcription[]) => jobs.map(({ id }) => id)

describe('the transcriptions that are followed', () => {
  it('are all new at first, told oldest first, kept newest first', () => {
    const jobs = new FollowedJobs(20)
    const changed = jobs.takePage(page([job(2, 'queued'), job(1, 'completed')]), false)
    expect(idsOf(changed)).toEqual(['tr_1', 'tr_2'])
    expect(idsOf(jobs.all)).toEqual(['tr_2', 'tr_1'])
  })

  it('are told again only when something has changed', () => {
    const jobs = new FollowedJobs(20)
    jobs.takePage(page([job(2, 'queued'), job(1, 'queued')]), false)
    expect(jobs.takePage(page([job(2, 'queued'), job(1, 'queued')]), false)).toEqual([])
    const changed = jobs.takePage(page([job(2, 'queued'), job(1, 'completed')]), false)
    expect(changed).toEqual([job(1, 'completed')])
  })

  it('stay when a filter by status no longer lets them through', () => {
    const jobs = new FollowedJobs(20)
    jobs.takePage(page([job(1, 'queued')]), true)
    jobs.takePage(page([]), true)
    expect(idsOf(jobs.unseen)).toEqual(['tr_1'])
    expect(jobs.take([job(1, 'completed')])).toHaveLength(1)
    jobs.takePage(page([job(2, 'queued')]), true)
    expect(idsOf(jobs.all)).toEqual(['tr_2', 'tr_1'])
    expect(jobs.unseen).toEqual([])
  })

  it('go when they are missing on a page that should have them', () => {
    const jobs = new FollowedJobs(2)
    jobs.takePage(page([job(3, 'completed'), job(2, 'completed')], 'more'), false)
    jobs.takePage(page([job(3, 'completed'), job(1, 'completed')], 'more'), false)
    expect(idsOf(jobs.all)).toEqual(['tr_3', 'tr_1'])
  })

  it('stay while they are active, however many are newer', () => {
    const jobs = new FollowedJobs(2)
    jobs.takePage(page([job(1, 'transcribing')]), false)
    for (let number = 2; number < 10; number += 1) {
      const rows = [job(number + 1, 'completed'), job(number, 'completed')]
      jobs.takePage(page(rows, 'more'), false)
    }
    expect(idsOf(jobs.all)).toEqual(['tr_10', 'tr_9', 'tr_1'])
    expect(idsOf(jobs.unseen)).toEqual(['tr_1'])
  })

  it('are forgotten, the oldest first, when they are final and too many', () => {
    const jobs = new FollowedJobs(2)
    for (let number = 1; number < 100; number += 1) {
      jobs.takePage(page([job(number, 'queued')]), true)
      jobs.take([job(number, 'completed')])
    }
    expect(idsOf(jobs.all)).toEqual(['tr_99', 'tr_98'])
  })
})
