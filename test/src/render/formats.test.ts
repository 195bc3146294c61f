// What each format looks like, and what text must not do in it.
import { describe, expect, it } from 'vitest'
import type { Segment, Transcription } from '../../../src/api/types.ts'
import type { RenderingOptions } from '../../../src/outputs/rendering-options.ts'
import { needsWords, renderTranscript } from '../../../src/render/render.ts'
import { segment, transcribed, wordsOf } from './transcripts.ts'

type Format = Exclude<RenderingOptions['format'], 'json'>
type Wish = Partial<Omit<RenderingOptions, 'format'>>

const NASTY = '1\n00:00:01,000 --> 00:00:02,000\n\n<b>&amp;</b>'

function render(
  format: Format,
  segments: Segment[],
  wish: Wish = {},
  job: Partial<Transcription> = {},
) {
  const options = { format, words: false, timestamps: false, shape: {}, ...wish }
  return renderTranscript(transcribed(segments, job), options).text
}

const video = (title: string, author: string): Partial<Transcription> => ({
  source: { platform: 'youtube', url: 'https://www.youtube.com/watch?v=abc', media_id: 'abc' },
  media: { title, author, duration_seconds: 3725.4 },
})

describe('srt and vtt', () => {
  it('text makes neither an empty line nor a second arrow', () => {
    const shape = { maxLine: 80 }
    expect(render('srt', [segment(0, 1, NASTY)], { shape })).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\n1 00:00:01,000 → 00:00:02,000 <b>&amp;</b>\n\n',
    )
    expect(render('vtt', [segment(0, 1, NASTY)], { shape })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n' +
        '1 00:00:01,000 --&gt; 00:00:02,000 &lt;b&gt;&amp;amp;&lt;/b&gt;\n',
    )
  })

  it('vtt names are safe in their tag', () => {
    const speakers = new Map([['Speaker 1', '<c>&\nx']])
    const spoken = segment(0, 1, 'Hi.', { speaker: 'Speaker 1' })
    expect(render('vtt', [spoken], { shape: { speakers } })).toContain('<v &lt;c&gt;&amp; x>Hi.\n')
  })

  it('segments without text make no cue', () => {
    const segments = [segment(0, 1, ' \n '), segment(1, 2, 'Hi.')]
    expect(render('srt', segments, { shape: { maxLine: 42 } })).toMatch(/^1\n00:00:01,000/)
  })

  it('a cue cut by the shift begins at 0, one before 0 is dropped', () => {
    const segments = [segment(0, 1, 'One.'), segment(1, 3, 'Two.'), segment(3, 4, 'Three.')]
    expect(render('srt', segments, { shape: { shiftSeconds: -2 } })).toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nTwo.\n\n2\n00:00:01,000 --> 00:00:02,000\nThree.\n\n',
    )
  })

  it('of a cut segment, cues that end before 0 are dropped', () => {
    const text = 'One two three. Four five six.'
    const cut = segment(0, 6, text, { words: wordsOf(text, 0, 6) })
    const shape = { maxLine: 14, maxLines: 1, shiftSeconds: -3.5 }
    expect(render('srt', [cut], { shape })).toBe(
      '1\n00:00:00,000 --> 00:00:02,500\nFour five six.\n\n',
    )
  })

  it('the name stands once before what a speaker says in a segment', () => {
    const text = 'One two three four five. Six seven eight nine ten.'
    const spoken = segment(0, 4, text, { speaker: 'Speaker 1' })
    const srt = render('srt', [spoken], { shape: { maxLine: 35, maxLines: 1 } })
    expect(srt.match(/Speaker 1: /g)).toHaveLength(1)
    const vtt = render('vtt', [spoken], { shape: { maxLine: 35, maxLines: 1 } })
    expect(vtt.match(/<v Speaker 1>/g)).toHaveLength(2)
  })

  it('a pause in a cut segment stays empty', () => {
    const words = [...wordsOf('One two three.', 0, 2), ...wordsOf('Four five six.', 5, 7)]
    const cut = segment(0, 7, 'One two three. Four five six.', { words })
    expect(render('vtt', [cut], { shape: { maxLine: 14, maxLines: 1 } })).toContain(
      '00:00:00.000 --> 00:00:02.000\nOne two three.\n\n00:00:05.000 --> 00:00:07.000\nFour',
    )
  })
})

describe('reading speed', () => {
  it('lets a fast cue stay on into the silence, up to the next one and the end', () => {
    const segments = [segment(0, 1, 'a'.repeat(40)), segment(2.5, 3, 'b'.repeat(20))]
    const short = { media: { duration_seconds: 3.4 } }
    expect(render('srt', segments, { shape: { maxCps: 20 } }, short)).toMatch(
      /00:00:00,000 --> 00:00:02,000[\s\S]+00:00:02,500 --> 00:00:03,400/,
    )
  })

  it('joins a fast cue with a slow neighbour of the same speaker', () => {
    const segments = [segment(0, 0.5, 'Not so fast, please!'), segment(0.5, 4, 'All right.')]
    expect(render('srt', segments, { shape: { maxCps: 15 } })).toBe(
      '1\n00:00:00,000 --> 00:00:04,000\nNot so fast, please! All right.\n\n',
    )
    const apart = segments.map((part, index) => ({ ...part, speaker: `Speaker ${index + 1}` }))
    expect(render('srt', apart, { shape: { maxCps: 15 } })).toContain('\n\n2\n00:00:00,500')
  })

  it('joins no cues that stay too fast, are far apart, overlap, or last too long together', () => {
    const wish = { shape: { maxCps: 15 } }
    const fast = 'Much too fast to read.'
    const pairs = [
      [segment(0, 0.5, fast), segment(0.5, 1, fast), segment(1, 1.5, 'x', { speaker: 'A' })],
      [segment(0, 5, 'Slow.'), segment(6.5, 7, fast), segment(7, 8, 'x', { speaker: 'A' })],
      [segment(0, 3, 'Slow.'), segment(2.5, 3, fast), segment(3, 4, 'x', { speaker: 'A' })],
      [segment(0, 6.5, 'Slow.'), segment(6.5, 7.2, fast), segment(7.2, 8, 'x', { speaker: 'A' })],
    ]
    for (const segments of pairs) expect(render('srt', segments, wish)).toContain('\n\n3\n')
  })

  it('leaves cues that overlap as they are', () => {
    const segments = [segment(0, 3, 'a'.repeat(90)), segment(1, 4, 'b'.repeat(90))]
    expect(render('srt', segments, { shape: { maxCps: 15 } })).toMatch(
      /00:00:00,000 --> 00:00:03,000[\s\S]+00:00:01,000 --> 00:00:07,000/,
    )
  })
})

describe('text', () => {
  it('wraps lines, the time and the name counted', () => {
    const spoken = segment(61, 70, 'One two three four five six.', { speaker: 'Speaker 1' })
    expect(render('text', [spoken], { timestamps: true, shape: { maxLine: 34 } })).toBe(
      '[00:01:01] Speaker 1: One\ntwo three four five six.\n',
    )
  })
})

describe('tsv', () => {
  it('has whole milliseconds and no speaker column without speakers', () => {
    expect(render('tsv', [segment(0.0006, 1.5, 'a\tb\nc')])).toBe(
      'start\tend\ttext\n1\t1500\ta b c\n',
    )
  })

  it('has the speakers in the last column', () => {
    const segments = [segment(0, 1, 'a', { speaker: 'Speaker 1' }), segment(1, 2, 'b')]
    expect(render('tsv', segments)).toBe(
      'start\tend\ttext\tspeaker\n0\t1000\ta\tSpeaker 1\n1000\t2000\tb\t\n',
    )
  })
})

describe('md', () => {
  it('has what is known of the recording, and paragraphs by speaker and pause', () => {
    const segments = [
      segment(0, 2, 'One.', { speaker: 'Speaker 1' }),
      segment(2, 4, 'Two.', { speaker: 'Speaker 1' }),
      segment(4, 6, 'Three.', { speaker: 'Speaker 2' }),
      segment(9, 12, 'Four.', { speaker: 'Speaker 2' }),
    ]
    expect(render('md', segments, {}, video('A talk', 'Ann'))).toBe(
      '# A talk\n\n- Source: <https://www.youtube.com/watch?v=abc>\n- Author: Ann\n' +
        '- Date: 2026-01-02\n- Duration: 01:02:05\n- Language: en\n\n' +
        '**[00:00:00] Speaker 1:** One. Two.\n\n**[00:00:04] Speaker 2:** Three.\n\n' +
        '**[00:00:09] Speaker 2:** Four.\n',
    )
  })

  it('has no endless paragraphs: they end with a sentence, or at last anywhere', () => {
    const text = (end: string) => `${'word '.repeat(19)}word${end}`
    const said = (end: string) =>
      Array.from({ length: 40 }, (_, index) => segment(index, index + 1, text(end)))
    const lengths = (md: string) =>
      md.split('\n').flatMap((line) => (line.startsWith('**') ? [line.length] : []))
    for (const length of lengths(render('md', said('.')))) expect(length).toBeLessThan(800)
    expect(lengths(render('md', said(','))).length).toBeGreaterThan(1)
    for (const length of lengths(render('md', said(',')))) expect(length).toBeLessThan(1700)
  })

  it.each([
    ['*a* _b_ ~~c~~', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~'],
    ['![x](http://y.z)', '!\\[x\\](http\\://y.z)'],
    ['<script>&lt; AT&T', '\\<script>\\&lt; AT&T'],
    ['`x` $y$ \\ www.z.org', '\\`x\\` \\$y\\$ \\\\ www\\.z.org'],
    ['a\n\n# b\n- c', 'a \\# b - c'],
  ])('escapes %j in text, title and author', (given, escaped) => {
    const lines = render('md', [segment(0, 1, given)], {}, video(given, given)).split('\n')
    expect(lines[0]).toBe(`# ${escaped}`)
    expect(lines[3]).toBe(`- Author: ${escaped}`)
    expect(lines.at(-2)).toBe(`**[00:00:00]** ${escaped}`)
  })
})

describe('lrc', () => {
  it('has tags and hundredths, the minutes running on', () => {
    const lrc = render(
      'lrc',
      [segment(3661.239, 3663, 'Hi.')],
      {},
      video('A [talk]\n', 'An\u001bn'),
    )
    expect(lrc).toBe('[ti:A (talk)]\n[ar:Ann]\n[length:62:05]\n\n[61:01.24]Hi.\n')
  })

  it('has the times of words with --words, where they are known', () => {
    const segments = [
      segment(0, 2, 'Hi there.', { speaker: 'Speaker 1', words: wordsOf('Hi there.', 0, 1.5) }),
      segment(2, 3, 'Bye.'),
    ]
    expect(render('lrc', segments, { words: true }).split('\n\n')[1]).toBe(
      '[00:00.00]Speaker 1: <00:00.00>Hi <00:00.75>there.<00:02.00>\n[00:02.00]Bye.\n',
    )
  })

  it('text holds no times', () => {
    expect(render('lrc', [segment(0, 1, '[00:05.00] a <1:02> [b]')])).toMatch(
      /\[00:00\.00\]\(00:05\.00\) a \(1:02\) \[b\]\n$/,
    )
  })

  it('lines are as long as --max-line, one a cue', () => {
    const lrc = render('lrc', [segment(0, 4, 'one two three four')], { shape: { maxLine: 9 } })
    expect(lrc.split('\n\n')[1]).toBe('[00:00.00]one two\n[00:01.60]three\n[00:02.93]four\n')
  })
})

describe('needsWords', () => {
  it.each<[RenderingOptions['format'], Wish, boolean]>([
    ['srt', { shape: { maxLine: 42 } }, true],
    ['vtt', { shape: { maxCps: 17 } }, true],
    ['srt', { shape: { shiftSeconds: 1 } }, false],
    ['text', { shape: { maxLine: 42 } }, false],
    ['lrc', { words: true }, true],
    ['tsv', {}, false],
  ])('for %s with %j: %s', (format, wish, needed) => {
    expect(needsWords({ format, words: false, timestamps: false, shape: {}, ...wish })).toBe(needed)
  })
})

describe('a long transcript', () => {
  it('of 50,000 words in one segment is rendered', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `word${index % 10}`).join(' ')
    const whole = segment(0, 18_000, text, { words: wordsOf(text, 0, 18_000) })
    const srt = render('srt', [whole], { shape: { maxLine: 42, maxCps: 20 } })
    expect(srt.match(/word\d/g)).toHaveLength(50_000)
  })
})
