// SubRip, WebVTT and TSV. SubRip and WebVTT look as the server's own where nothing is shaped:
// SubRip times are hh:mm:ss,mmm and speakers stand before the text; WebVTT has points, voice tags,
// and `&`, `<`, `>` as entities (W3C WebVTT, section 3.3). Text never makes an empty line or a
// second arrow, which would end a cue or begin another. Pure.
import { cueTime } from './clock.ts'
import type { Cue } from './cues.ts'
import { linesOf } from './lines.ts'
import { textOf } from './tokens.ts'

export function renderSrt(cues: readonly Cue[], maxLine: number): string {
  const blocks = cues.map(({ startMs, endMs, tokens }, index) => {
    const times = `${cueTime(startMs, ',')} --> ${cueTime(endMs, ',')}`
    return `${index + 1}\n${times}\n${linesOf(tokens, maxLine).map(withoutArrow).join('\n')}\n\n`
  })
  return blocks.join('')
}

export function renderVtt(cues: readonly Cue[], maxLine: number): string {
  const blocks = cues.map(({ startMs, endMs, speaker, tokens }) => {
    const times = `${cueTime(startMs, '.')} --> ${cueTime(endMs, '.')}`
    const voice = speaker === null ? '' : `<v ${escaped(speaker)}>`
    return `\n${times}\n${voice}${linesOf(tokens, maxLine).map(escaped).join('\n')}\n`
  })
  return `WEBVTT\n${blocks.join('')}`
}

/**
 * Whisper's columns: whole milliseconds and the text. Where speakers were identified, their
 * column comes last, so that the others keep their places.
 */
export function renderTsv(cues: readonly Cue[], named: boolean): string {
  const header = `start\tend\ttext${named ? '\tspeaker' : ''}\n`
  const rows = cues.map(({ startMs, endMs, speaker, tokens }) => {
    const who = named ? `\t${speaker ?? ''}` : ''
    return `${startMs}\t${endMs}\t${textOf(tokens)}${who}\n`
  })
  return header + rows.join('')
}

function withoutArrow(line: string): string {
  return line.replaceAll('-->', '→')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
