import { describe, expect, it } from 'vitest'
import {
  applyPatch,
  fractionOf,
  newProgress,
  type ProgressPatch,
} from '../../../src/ui/progress-state.ts'
import {
  bar,
  clock,
  describeProgress,
  fitting,
  roughly,
  tellings,
} from '../../../src/ui/progress-text.ts'

type Step = [number, ProgressPatch]

/** Applies patches at given times in ms; the state, and the time of the last of them. */
function reached(...steps: Step[]) {
  let state = newProgress('talk.mp3')
  for (const [atMs, patch] of steps) state = applyPatch(state, patch, atMs)
  return { state, nowMs: steps.at(-1)?.[0] ?? 0 }
}

function told(...steps: Step[]): string {
  const { state, nowMs } = reached(...steps)
  return describeProgress(state, nowMs)
}

const sending = (sentBytes: number): ProgressPatch => ({
  phase: 'uploading',
  sentBytes,
  totalBytes: 200_000_000,
})
const hearing = (processedSeconds: number): ProgressPatch => ({
  phase: 'transcribing',
  processedSeconds,
  durationSeconds: 600,
})

describe('describeProgress', () => {
  it('tells an upload in bytes, rate and time left', () => {
    expect(told([0, sending(0)], [2000, sending(50_000_000)])).toBe(
      'uploading 25 %, 25.0 MB/s, 50.0 of 200.0 MB, 0:06 left',
    )
  })

  it('does not count what an earlier run sent as this run’s rate', () => {
    expect(told([0, sending(100_000_000)], [1000, sending(110_000_000)])).toContain('10.0 MB/s')
  })

  it('says that an upload is stalled rather than tell the rate it had', () => {
    const { state } = reached([0, sending(0)], [2000, sending(50_000_000)])
    expect(describeProgress(state, 7000)).toBe('uploading 25 %, stalled, 50.0 of 200.0 MB')
  })

  it('tells a transcription as share, speed, position and time left', () => {
    expect(told([0, hearing(0)], [10_000, hearing(300)])).toBe(
      'transcribing 50 %, 30 × real time, 5:00 of 10:00, 0:10 left',
    )
  })

  it('tells slow speeds with one place', () => {
    expect(told([0, hearing(0)], [10_000, hearing(15)])).toMatch(/1\.5 × real time/)
  })

  it('says less while less is known', () => {
    expect(told([0, { phase: 'queued' }])).toBe('queued')
    expect(told([0, { phase: 'transcribing' }])).toBe('transcribing')
    expect(told([0, hearing(0)], [1000, hearing(20)])).not.toContain('left')
  })

  it('tells of the model that has to be pulled first, and goes on with the audio then', () => {
    const pulling = { model: 'tiny', received_bytes: 9_700_000, total_bytes: 21_500_000 }
    const { state } = reached([0, { phase: 'transcribing', pulling }])
    expect(tellings(state, 0)).toEqual([
      'pulling model tiny: 45 %, 9.7 of 21.5 MB',
      'pulling model tiny: 45 %',
      'pulling 45 %',
    ])
    expect(told([0, { phase: 'transcribing', pulling }], [9, { pulling: undefined }])).toBe(
      'transcribing',
    )
  })

  it('tells how long a wait has taken when there is nothing else to tell', () => {
    const { state } = reached([0, { phase: 'awaiting_upload' }])
    expect(describeProgress(state, 75_000)).toBe('awaiting upload for 1:15')
  })

  it('tells at the end how long it took', () => {
    expect(told([0, hearing(0)], [20_000, { phase: 'done', durationSeconds: 600 }])).toBe(
      '10:00 of audio in 0:20, 30 × real time',
    )
  })
})

describe('a narrow terminal', () => {
  const { state, nowMs } = reached([0, hearing(0)], [10_000, hearing(300)])

  it.each([
    [80, 'transcribing 50 %, 30 × real time, 5:00 of 10:00, 0:10 left'],
    [45, 'transcribing 50 %, 30 × real time, 0:10 left'],
    [30, 'transcribing 50 %, 0:10 left'],
    [20, 'transcribing 50 %'],
    [10, '50 %'],
  ])('of %d columns gets fewer facts, not cut ones', (columns, text) => {
    expect(fitting(tellings(state, nowMs), columns)).toBe(text)
  })
})

describe('the pieces', () => {
  it.each([
    [0, '0:00'],
    [59.6, '1:00'],
    [245, '4:05'],
    [3845, '1:04:05'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })

  it.each([
    [6.2, '0:07'],
    [59.5, '0:59'],
    [271, '4:35'],
    [598, '10:00'],
    [1441, '25 min'],
    [7790, '2 h 10 min'],
  ])('%d seconds left are %s, as exact as they can be known', (seconds, text) => {
    expect(roughly(seconds)).toBe(text)
  })

  it('a bar is as wide as it was asked to be', () => {
    expect([bar(0, 4), bar(0.5, 4), bar(1, 4), bar(null, 4)]).toEqual([
      '░░░░',
      '██░░',
      '████',
      '    ',
    ])
  })

  it('a fraction never passes 1', () => {
    const state = applyPatch(newProgress('x'), hearing(700), 0)
    expect(fractionOf(state)).toBe(1)
  })
})

describe('a server that was lost', () => {
  const lost = (lostAttempt: number | null): ProgressPatch => ({ lostAttempt })

  it.each<[string, ProgressPatch, string]>([
    ['upload', sending(100_000_000), 'uploading 50 %'],
    ['transcription', hearing(300), 'transcribing 50 %'],
    ['wait', { phase: 'awaiting_upload' }, 'awaiting upload'],
  ])('is told instead of rate and time left: %s', (_name, patch, head) => {
    const told_ = told([0, patch], [5000, lost(1)], [9000, lost(2)])
    expect(told_).toBe(`${head}, server lost, reconnecting (attempt 2)`)
  })

  it('is told in few words where there is little room', () => {
    const { state, nowMs } = reached([0, sending(1)], [1, lost(3)])
    const texts = tellings(state, nowMs)
    expect(fitting(texts, 24)).toBe('reconnecting (attempt 3)')
    expect(fitting(texts, 12)).toBe('reconnecting')
  })

  it('is forgotten once it is back, and no byte counts as missing since', () => {
    const steps: Step[] = [
      [0, sending(1)],
      [1000, sending(100_000_000)],
      [2000, lost(1)],
    ]
    expect(told(...steps, [60_000, lost(null)])).toBe('uploading 50 %, 100.0 of 200.0 MB')
  })

  it('says nothing about what is done', () => {
    expect(told([0, sending(1)], [1, { phase: 'done' }], [2, lost(1)])).toBe('done')
  })
})
