import { describe, expect, it } from 'vitest'
import { createTimeline, SAMPLE_RATE } from '../../../daemon/speech/timeline.ts'

const SECOND = SAMPLE_RATE

describe('placing audio on the clock of the media', () => {
  it('adds nothing where blocks follow each other', () => {
    const timeline = createTimeline(0, false)
    timeline.place(0, SECOND)
    expect(timeline.place(1, SECOND)).toEqual({ silence: 0, skip: 0 })
    expect(timeline.position).toBe(2 * SECOND)
  })

  it('puts silence before audio that begins late', () => {
    expect(createTimeline(0, false).place(2, SECOND)).toEqual({ silence: 2 * SECOND, skip: 0 })
  })

  it('counts from the beginning of the media, not from zero', () => {
    expect(createTimeline(1.4, true).place(1.4, SECOND)).toEqual({ silence: 0, skip: 0 })
  })

  it('fills a hole with silence', () => {
    const timeline = createTimeline(0, true)
    timeline.place(0, SECOND)
    expect(timeline.place(6, SECOND).silence).toBe(5 * SECOND)
  })

  it('does not mind rounded timestamps', () => {
    const timeline = createTimeline(0, false)
    timeline.place(0, SECOND)
    expect(timeline.place(1.05, SECOND)).toEqual({ silence: 0, skip: 0 })
  })

  it('trims audio that overlaps a little, so that a slow clock does not drift', () => {
    const timeline = createTimeline(0, false)
    timeline.place(0, SECOND)
    expect(timeline.place(0.75, SECOND)).toEqual({ silence: 0, skip: SECOND / 4 })
  })

  it('goes on without a gap when the clock starts again', () => {
    const timeline = createTimeline(0, false)
    timeline.place(0, 60 * SECOND)
    expect(timeline.place(0, SECOND)).toEqual({ silence: 0, skip: 0 })
    expect(timeline.place(1, SECOND)).toEqual({ silence: 0, skip: 0 })
  })

  it('takes a long jump for a gap only in formats whose clock is never reset', () => {
    for (const [resettable, silence] of [
      [true, 0],
      [false, 99 * SECOND],
    ] as const) {
      const timeline = createTimeline(0, resettable)
      timeline.place(0, SECOND)
      expect(timeline.place(100, SECOND).silence).toBe(silence)
    }
  })

  it('does not believe a timestamp beyond the longest media', () => {
    const timeline = createTimeline(0, false)
    timeline.place(0, SECOND)
    expect(timeline.place(1e9, SECOND)).toEqual({ silence: 0, skip: 0 })
  })

  it('places audio without a timestamp after what came before', () => {
    const timeline = createTimeline(0, false)
    timeline.place(2, SECOND)
    expect(timeline.place(null, SECOND)).toEqual({ silence: 0, skip: 0 })
    expect(timeline.position).toBe(4 * SECOND)
  })
})
