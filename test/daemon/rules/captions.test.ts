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

  it('lose the marks for a change of speakers', () => {
    expect(texts(MANUAL, line(0, 900, '>> Hi. >> Hello, 5 > 4.'))).toEqual(['Hi. Hello, 5 > 4.'])
  })

  it('that say no end last until the next one, but not for long', () => {
    const open = (tStartMs: number, text: string) => ({ tStartMs, segs: [{ utf8: text }] })

    expect(segments(MANUAL, open(0, 'One.'), open(1000, 'Two.'))).toMatchObject([
      { start: 0, end: 1 },
      { start: 1, end: 5 },
    ])
  })

  it('converted with a flash of the finished line between the rolling ones give it once', () => {
    const rolling = [
      line(0, 2000, ' \nso we begin'),
      line(2000, 10, 'so we begin\n '),
      line(2010, 1990, 'so we begin\nwith the first part'),
      line(4000, 10, 'with the first part\n '),
      line(4010, 1990, 'with the first part\nof three'),
    ]

    expect(texts(MANUAL, ...rolling)).toEqual(['so we begin', 'with the first part', 'of three'])
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

  it('whose pieces hold several words give each of them a part of the time', () => {
    const [only] = segments(AUTO, line(0, 1000, '>> so we'))

    expect(only?.words).toMatchObject([
      { start: 0, end: 0.5, text: 'so' },
      { start: 0.5, end: 1, text: 'we' },
    ])
  })

  it('without spaces between their words are joined as they come', () => {
    const segs = [{ utf8: '今日' }, { utf8: 'は', tOffsetMs: 400 }]
    const [only] = segments(AUTO, { tStartMs: 0, dDurationMs: 900, segs })

    expect(only?.text).toBe('今日は')
    expect(only?.words?.map(({ text }) => text)).toEqual(['今日', 'は'])
  })

  it('in two windows that roll over each other give each line once, in order', () => {
    const said = ['the first line', 'and the second', 'then a third', 'and the last']
    const shown = said.flatMap((text, at) => [
      { ...line(at * 2000, 4000, text), wWinId: 1 },
      {
        tStartMs: at * 2000 + 1990,
        dDurationMs: 2010,
        wWinId: 1,
        aAppend: 1,
        segs: [{ utf8: '\n' }],
      },
    ])

    expect(texts(AUTO, { tStartMs: 0, dDurationMs: 9000, id: 1 }, ...shown)).toEqual(said)
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

  it('with hostile times and fields keep what can be kept, in finite times', () => {
    const hostile = [
      { tStartMs: -5, dDurationMs: 10, segs: [{ utf8: 'before' }] },
      { tStartMs: Number.NaN, segs: [{ utf8: 'never' }] },
      { tStartMs: '0', segs: [{ utf8: 'as text' }] },
      { tStartMs: 1e300, dDurationMs: 1e300, segs: [{ utf8: 'late' }] },
      { tStartMs: 0, dDurationMs: -1, segs: [{ utf8: 'a', tOffsetMs: -9 }, null, { utf8: 5 }] },
      { tStartMs: 500, dDurationMs: 1e300, segs: [{ utf8: ' b', tOffsetMs: 1e300 }] },
      { segs: 'x' },
      null,
    ] as Event[]
    const found = segments(AUTO, ...hostile)

    expect(found.map(({ text }) => text)).toEqual(['a', 'b'])
    expect(JSON.stringify(found)).not.toContain('"end":null')
  })

  it('with a hundred thousand lines are read within seconds', () => {
    const many = Array.from({ length: 100_000 }, (_, at) =>
      line(at * 10, 50, `(${' '.repeat(50)}${at}`),
    )

    expect(segments(MANUAL, ...many)).toHaveLength(100_000)
  }, 20_000)

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

  it('have words that make up their text', () => {
    const spoken = fc.array(
      fc.record({
        tStartMs: fc.nat(100_000),
        dDurationMs: fc.nat(9000),
        segs: fc.array(
          fc.record({
            utf8: fc.constantFrom('a', ' b', ' c d', ' &amp;'),
            tOffsetMs: fc.nat(5000),
          }),
        ),
      }),
    )
    fc.assert(
      fc.property(spoken, (list) => {
        for (const { text, words } of captionSegments({ events: list }, AUTO)) {
          const letters = words?.map((word) => word.text).join('')
          expect(letters).toBe(text.replaceAll(' ', ''))
        }
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
