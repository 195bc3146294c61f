// A transcript as plain text, SubRip or WebVTT. Pure; one line or cue a segment.
// SubRip times are hh:mm:ss,mmm; WebVTT's are hh:mm:ss.mmm (W3C WebVTT, section 3.3), where
// `&`, `<` and `>` in cue text are escaped and a blank line would end the cue.
import type { Segment, Transcript } from '../../src/api/types.ts'

export function renderText(transcript: Transcript, timestamps: boolean): string {
  const named = transcript.speakers.length > 0
  return transcript.segments
    .map((segment) => {
      const time = timestamps ? `[${clock(segment.start)}] ` : ''
      const speaker = named && segment.speaker !== null ? `${segment.speaker}: ` : ''
      return `${time}${speaker}${oneLine(segment.text)}\n`
    })
    .join('')
}

export function renderSrt(transcript: Transcript): string {
  const named = transcript.speakers.length > 0
  return transcript.segments
    .map((segment, index) => {
      const speaker = named && segment.speaker !== null ? `${segment.speaker}: ` : ''
      return `${index + 1}\n${cueTimes(segment, ',')}\n${speaker}${oneLine(segment.text)}\n\n`
    })
    .join('')
}

export function renderVtt(transcript: Transcript): string {
  const named = transcript.speakers.length > 0
  const cues = transcript.segments.map((segment) => {
    const voice = named && segment.speaker !== null ? `<v ${escapeVtt(segment.speaker)}>` : ''
    return `\n${cueTimes(segment, '.')}\n${voice}${escapeVtt(oneLine(segment.text))}\n`
  })
  return `WEBVTT\n${cues.join('')}`
}

function cueTimes(segment: Segment, decimalMark: string): string {
  return `${cueTime(segment.start, decimalMark)} --> ${cueTime(segment.end, decimalMark)}`
}

function cueTime(seconds: number, decimalMark: string): string {
  const ms = Math.round(seconds * 1000)
  return `${clock(ms / 1000)}${decimalMark}${String(ms % 1000).padStart(3, '0')}`
}

/** hh:mm:ss of whole seconds, rounded down. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
