import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionSegments } from '../../../daemon/rules/captions.ts'
import type { CaptionTrack } from '../../../daemon/rules/video-info.ts'

const MANUAL: CaptionTrack = { key: 'en', kind: 'manual', language: 'en' }
const AUTO: CaptionTrack = { key: 'en-orig', kind: 'auto_generated', language: 'en' }

type Event = Record<string, unknown>

const line = (startMs: number, lengthMs: number, text: string): Event => ({
  tStartMs: startMs,
  dDurationMs: lengthMs,
  segs: [{ utf8: text }],
})
const segments = (track: CaptionTrack, ...events: Event[]) => captionSegments({ events }, track)
const texts = (track: CaptionTrack, ...events: Event[]) =>
  segments(track, ...events).map(({ text }) => text)

describe('creator captions', () => {
  it('become segments in seconds, without words', () => {
    expect(segments(MANUAL, line(500, 1500, 'Hello there.'))).toEqual([
      {
        ...{ start: 0.5, end: 2, speaker: null, language: 'en' },
        ...{ text: 'Hello there.', words: null },
      },
    ])
  })

  it('have the lines of one cue in one segment', () => {
    expect(texts(MANUAL, line(0, 1000, 'Hello\n  there.'))).toEqual(['Hello there.'])
  })

  it('that overlap end where the next one begins', () => {
    const found = segments(MANUAL, line(0, 3000, 'One.'), line(2000, 1000, 'Two.'))

    expect(found.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 3],
    ])
  })

  it('shown at the same time are one segment', () => {
    expect(texts(MANUAL, line(0, 900, '- Yes?'), line(0, 1000, '- No.'))).toEqual(['- Yes? - No.'])
  })

  it('lose mark-up, entities, notes and invisible characters', () => {
    const text = '<i>Tom</i> &amp; <font color="#fff">Ann&#39;s</font>\u200b&nbsp;song ♪ 1 &lt; 2'

    expect(texts(MANUAL, line(0, 1000, text))).toEqual(["Tom & Ann's song 1 < 2"])
  })

  it('are decoded once', () => {
    expect(texts(MANUAL, line(0, 1000, 'write &amp;lt; for &lt;'))).toEqual(['write &lt; for <'])
  })

  it.each(['[Music]', '[MUSIC PLAYING]', '(applause)', '[Musik]', '[音楽]', '♪♪', '[♪ music ♪]'])(
    'leave out %s',
    (sound) => {
      expect(texts(MANUAL, line(0, 900, sound), line(1000, 900, `${sound} Hi.`))).toEqual(['Hi.'])
    },
  )

  it('keep what else stands in brackets', () => {
    expect(texts(MANUAL, line(0, 1000, '[Ann] Hi (again).'))).toEqual(['[Ann] Hi (again).'])
  })

  it('converted from rolling text show every line once', () => {
    const rolling = [
      line(0, 2000, 'one'),
      line(2000, 2000, 'one\ntwo'),
      line(4000, 2000, 'two\nthree'),
      line(6000, 2000, 'two\nthree'),
      line(8000, 2000, 'three\nfour'),
    ]

    expect(texts(MANUAL, ...rolling)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('keep a line that is said again later', () => {
    expect(texts(MANUAL, line(0, 1000, 'Hey.'), line(3000, 1000, 'Hey.'))).toEqual(['Hey.', 'Hey.'])
  })
})

describe('automatic captions', () => {
  const spoken: Event = {
    tStartMs: 2000,
    dDurationMs: 4000,
    segs: [
      { utf8: 'so', acAsrConf: 0 },
      { utf8: ' we', tOffsetMs: 200, acAsrConf: 0 },
      { utf8: ' begin', tOffsetMs: 500, acAsrConf: 0 },
    ],
  }
  const feed: Event = { tStartMs: 4990, dDurationMs: 10, aAppend: 1, segs: [{ utf8: '\n' }] }

  it('have words, each lasting until the next and none longer than its segment', () => {
    const word = { confidence: null, speaker: null }
    const [first] = segments(AUTO, spoken, feed, line(5000, 1000, 'next'))

    expect(first).toMatchObject({ start: 2, end: 5, text: 'so we begin' })
    expect(first?.words).toEqual([
      { start: 2, end: 2.2, text: 'so', ...word },
      { start: 2.2, end: 2.5, text: 'we', ...word },
      { start: 2.5, end: 5, text: 'begin', ...word },
    ])
  })

  it('leave out windows, line feeds and every sound in brackets', () => {
    const window = { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 }

    expect(texts(AUTO, window, line(0, 900, '[Music]'), line(1000, 900, '[door]'), feed)).toEqual(
      [],
    )
    expect(texts(AUTO, line(0, 900, 'oh [ __ ] no'))).toEqual(['oh [ __ ] no'])
  })
})

describe('captions of any shape', () => {
  const garbage = fc.anything({ maxDepth: 4 })

  it.each([[MANUAL], [AUTO]])('that are damaged never throw (%o)', (track) => {
    fc.assert(
      fc.property(garbage, (document) => {
        captionSegments(document, track)
        captionSegments({ events: [document, { tStartMs: 0, segs: [document] }] }, track)
      }),
    )
  })

  const events = fc.array(
    fc.record({
      tStartMs: fc.nat(100_000),
      dDurationMs: fc.nat(9000),
      segs: fc.array(
        fc.record({
          utf8: fc.constantFrom('a', ' b', 'c d', '\n', 'e\nf', '[Music]', ' g'),
          tOffsetMs: fc.nat(5000),
        }),
      ),
    }),
  )

  it.each([[MANUAL], [AUTO]])('come in order and never overlap (%o)', (track) => {
    fc.assert(
      fc.property(events, (list) => {
        const found = captionSegments({ events: list }, track)
        found.forEach(({ start, end, text, words }, at) => {
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(found[at + 1]?.start ?? Number.POSITIVE_INFINITY)
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
          let before = start
          for (const word of words ?? []) {
            expect(word.start).toBeGreaterThanOrEqual(before)
            expect(word.end).toBeGreaterThanOrEqual(word.start)
            expect(word.end).toBeLessThanOrEqual(end)
            before = word.end
          }
        })
      }),
    )
  })

  it('that roll, with any lines and any number of them on the screen, give each line once', () => {
    const rolling = fc.record({
      count: fc.integer({ min: 1, max: 30 }),
      onScreen: fc.integer({ min: 1, max: 4 }),
      stepMs: fc.integer({ min: 500, max: 4000 }),
      overlapMs: fc.nat(3000),
    })
    fc.assert(
      fc.property(rolling, ({ count, onScreen, stepMs, overlapMs }) => {
        const lines = Array.from({ length: count }, (_, at) => `line ${at}`)
        const shown = lines.map((_, at) => {
          const visible = lines.slice(Math.max(0, at + 1 - onScreen), at + 1)
          return line(at * stepMs, stepMs + overlapMs, visible.join('\n'))
        })

        expect(texts(MANUAL, ...shown)).toEqual(lines)
      }),
    )
  })
})
