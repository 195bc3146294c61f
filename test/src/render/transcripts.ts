// Transcripts for the tests of rendering: made by hand, and at random but as servers make them.
import fc from 'fast-check'
import type { Segment, Transcription, Word } from '../../../src/api/types.ts'
import type { Transcribed } from '../../../src/render/transcript.ts'

export function segment(start: number, end: number, text: string, rest: Partial<Segment> = {}) {
  return { start, end, text, speaker: null, language: 'en', ...rest }
}

/** Words of even length in time, one after the other. */
export function wordsOf(text: string, start: number, end: number): Word[] {
  const words = text.split(/\s+/)
  const step = (end - start) / words.length
  return words.map((word, index) => ({
    ...{ text: word, confidence: 1, speaker: null },
    ...{ start: start + index * step, end: start + (index + 1) * step },
  }))
}

export function transcribed(segments: Segment[], rest: Partial<Transcription> = {}): Transcribed {
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))]
  return {
    ...{ id: 'tr_1', object: 'transcription', status: 'completed', cached: false, error: null },
    ...{ source: { platform: 'upload', filename: 'talk.mp3', size: 1 } },
    media: { filename: 'talk.mp3', duration_seconds: 36_000 },
    options: { source: 'auto', language: 'auto', diarize: false },
    ...{ transcript_source: 'speech_to_text', caption_kind: null, language: 'en' },
    ...{ billed_minutes: 1, deleted_at: null },
    ...{ created_at: '2026-01-02T03:04:05.000Z', completed_at: '2026-01-02T03:05:05.000Z' },
    ...rest,
    transcript: { text: segments.map(({ text }) => text).join(' '), speakers, segments },
  } as Transcribed
}

const word = fc.oneof(
  { weight: 12, arbitrary: fc.stringMatching(/^[A-Za-z]{1,9}[,.?]?$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{30,50}$/) },
  fc.constantFrom(
    '字幕翻訳、会議室。',
    'สวัสดีครับ',
    '👩‍👩‍👧‍👦',
    'é́',
    '안녕하세요',
    '♪',
    '—',
    '"So',
    '<b>',
    'a&b',
  ),
)
const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
const speaker = fc.constantFrom(null, 'Speaker 1', 'Speaker 2')

/** Segments in order that do not overlap, with and without words and pauses. */
export const segments: fc.Arbitrary<Segment[]> = fc
  .array(
    fc.record({
      text,
      speaker,
      pauseMs: fc.oneof(fc.constant(0), fc.nat(4000)),
      lengthMs: fc.integer({ min: 2000, max: 15_000 }),
      times: fc.constantFrom('none', 'even', 'all at once', 'late'),
    }),
    { maxLength: 12 },
  )
  .map((parts) => {
    let atMs = 0
    return parts.map(({ text, speaker, pauseMs, lengthMs, times }) => {
      const start = (atMs + pauseMs) / 1000
      atMs += pauseMs + lengthMs
      const end = atMs / 1000
      const spoken = {
        none: null,
        even: [start, end],
        'all at once': [start, start],
        late: [end, end + 9],
      }
      const [from, to] = spoken[times] ?? []
      const words = from === undefined || to === undefined ? null : wordsOf(text, from, to)
      return segment(start, end, text, { speaker, words })
    })
  })
