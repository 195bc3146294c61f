import { describe, expect, it } from 'vitest'
import { addSample, ratePerSecond, type Sample } from '../../../src/ui/meter.ts'

const WINDOW_MS = 10_000

/** Samples of a value that grows by `perSecond(second)`, one a second. */
function grown(seconds: number, perSecond: (second: number) => number): Sample[] {
  let samples: Sample[] = []
  let value = 0
  for (let second = 0; second <= seconds; second += 1) {
    samples = addSample(samples, { atMs: second * 1000, value }, WINDOW_MS)
    value += perSecond(second)
  }
  return samples
}

describe('a rate', () => {
  it('forgets what was before the window', () => {
    const samples = grown(60, (second) => (second < 40 ? 1000 : 10))
    expect(ratePerSecond(samples, { atMs: 60_000, value: 40_200 }, WINDOW_MS)).toBe(10)
  })

  it('falls to nothing when nothing comes any more', () => {
    const samples = grown(20, () => 100)
    expect(ratePerSecond(samples, { atMs: 25_000, value: 2000 }, WINDOW_MS)).toBe(50)
    expect(ratePerSecond(samples, { atMs: 31_000, value: 2000 }, WINDOW_MS)).toBe(0)
  })

  it('is unknown before there is something to compare with', () => {
    expect(ratePerSecond([], { atMs: 0, value: 0 }, WINDOW_MS)).toBeNull()
    expect(ratePerSecond([{ atMs: 0, value: 0 }], { atMs: 10, value: 9 }, WINDOW_MS)).toBeNull()
  })

  it('needs few samples, however often a value changes', () => {
    let samples: Sample[] = []
    for (let atMs = 0; atMs < 60_000; atMs += 1) {
      samples = addSample(samples, { atMs, value: atMs }, WINDOW_MS)
    }
    expect(samples.length).toBeLessThan(50)
    expect(ratePerSecond(samples, { atMs: 60_000, value: 60_000 }, WINDOW_MS)).toBe(1000)
  })
})
