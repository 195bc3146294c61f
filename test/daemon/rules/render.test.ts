import { describe, expect, it } from 'vitest'
import { renderSrt, renderText, renderVtt } from '../../../daemon/rules/render.ts'
import type { Transcript } from '../../../src/api/types.ts'

const segment = (start: number, end: number, text: string, speaker: string | null = null) => ({
  ...{ start, end, text, speaker },
  language: 'en',
})

const plain: Transcript = {
  text: 'Hello there. This & <that>.',
  speakers: [],
  segments: [segment(0, 1.5, 'Hello there.'), segment(3661.0006, 3662.9996, 'This & <that>.')],
}
const spoken: Transcript = {
  text: 'Hi. Bye.',
  speakers: ['Speaker 1', 'Speaker 2'],
  segments: [segment(0, 1, 'Hi.', 'Speaker 1'), segment(1, 2, 'Bye.', 'Speaker 2')],
}

describe('renderings', () => {
  it('text has one line a segment', () => {
    expect(renderText(plain, false)).toBe('Hello there.\nThis & <that>.\n')
  })

  it('text names speakers when they were identified', () => {
    expect(renderText(spoken, false)).toBe('Speaker 1: Hi.\nSpeaker 2: Bye.\n')
  })

  it('timestamps put [hh:mm:ss] before each line', () => {
    expect(renderText(plain, true)).toBe('[00:00:00] Hello there.\n[01:01:01] This & <that>.\n')
    expect(renderText(spoken, true)).toBe('[00:00:00] Speaker 1: Hi.\n[00:00:01] Speaker 2: Bye.\n')
  })

  it('srt numbers its cues from 1 and writes milliseconds after a comma', () => {
    expect(renderSrt(plain)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n\n' +
        '2\n01:01:01,001 --> 01:01:03,000\nThis & <that>.\n\n',
    )
  })

  it('vtt begins with WEBVTT, writes milliseconds after a point and escapes markup', () => {
    expect(renderVtt(plain)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello there.\n\n' +
        '01:01:01.001 --> 01:01:03.000\nThis &amp; &lt;that&gt;.\n',
    )
  })

  it('vtt tags voices when speakers were identified', () => {
    expect(renderVtt(spoken)).toContain('\n<v Speaker 1>Hi.\n')
  })

  it('an empty transcript is an empty text, an empty srt and a bare WEBVTT', () => {
    const empty = { text: '', speakers: [], segments: [] }
    expect([renderText(empty, true), renderSrt(empty), renderVtt(empty)]).toEqual([
      '',
      '',
      'WEBVTT\n',
    ])
  })
})
