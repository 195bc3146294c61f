import { describe, expect, it } from 'vitest'
import {
  applyPatch,
  bar,
  clock,
  describeProgress,
  fractionOf,
  newProgress,
  type ProgressPatch,
  shortName,
} from '../../../src/ui/progress-state.ts'

/** Applies patches at given times in ms, and describes the result at the last of them. */
function told(...steps: [number, ProgressPatch][]): string {
  let state = newProgress('talk.mp3')
  for (const [atMs, patch] of steps) state = applyPatch(state, patch, atMs)
  return describeProgress(state, steps.at(-1)?.[0] ?? 0)
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
  it('tells an upload in bytes and rate', () => {
    expect(told([0, sending(0)], [2000, sending(50_000_000)])).toBe(
      'uploading 25 %, 50.0 of 200.0 MB, 25.0 MB/s',
    )
  })

  it('does not count what an earlier run sent as this run’s rate', () => {
    expect(told([0, sending(100_000_000)], [1000, sending(110_000_000)])).toMatch(/, 10\.0 MB\/s$/)
  })

  it('tells a transcription as share, speed and position', () => {
    expect(told([0, hearing(0)], [10_000, hearing(300)])).toBe(
      'transcribing 50 %, 30 × real time, 5:00 of 10:00',
    )
  })

  it('tells slow speeds with one place', () => {
    expect(told([0, hearing(0)], [10_000, hearing(15)])).toMatch(/1\.5 × real time/)
  })

  it('says less while less is known', () => {
    expect(told([0, { phase: 'queued' }])).toBe('queued')
    expect(told([0, { phase: 'transcribing' }])).toBe('transcribing')
  })

  it('tells at the end how long it took', () => {
    expect(told([0, hearing(0)], [20_000, { phase: 'done', durationSeconds: 600 }])).toBe(
      '10:00 of audio in 0:20, 30 × real time',
    )
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

  it('a long name loses its middle, and control characters their power', () => {
    expect(shortName('a very long name of a talk.mp3', 11)).toBe('a ver…k.mp3')
    expect(shortName('a\nb.mp3', 20)).toBe('a\\nb.mp3')
  })
})
