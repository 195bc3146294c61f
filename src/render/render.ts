// A transcript in the form that was asked for: names, cues, reading speed, times, then the format.
// Pure, and linear in the length of the transcript.

import { counted, isOrAre } from '../api/counted.ts'
import type { Format } from '../outputs/names.ts'
import type { RenderingOptions } from '../outputs/rendering-options.ts'
import { type Box, type Cue, cuesOf } from './cues.ts'
import { renderLrc } from './lyrics.ts'
import { renderMarkdown } from './markdown.ts'
import { countTooFast, giveTime } from './reading-speed.ts'
import type { Shape } from './shape.ts'
import { renderSrt, renderTsv, renderVtt } from './subtitles.ts'
import { renderText } from './text.ts'
import { namedSegments, shiftCues, type Transcribed } from './transcript.ts'

/** JSON is passed on as it is. */
type RenderedFormat = Exclude<Format, 'json'>

/** What guides recommend: two lines of 42 characters; each flag alone brings the other. */
const USUAL_LINE = 42
const USUAL_LINES = 2

/** Whether the rendering can use the times of words. */
export function needsWords({ format, words, shape }: RenderingOptions): boolean {
  const { maxLine, maxLines, maxCps } = shape
  return format !== 'text' && (words || (maxLine ?? maxLines ?? maxCps) !== undefined)
}

/** @returns the document, and a line for each thing that could not be done as it was asked for */
export function renderTranscript(
  job: Transcribed,
  options: RenderingOptions & { format: RenderedFormat },
): { text: string; notes: string[] } {
  const { format, shape } = options
  const box = boxOf(options)
  const segments = namedSegments(job.transcript, shape.speakers)
  const showsNames = format === 'srt' || format === 'text' || format === 'lrc'
  const cues = cuesOf(segments, box, showsNames)
  const endMs = mediaEndMs(job)
  const readable = shape.maxCps === undefined ? cues : giveTime(cues, box, endMs)
  const placed = shiftCues(readable, shape.shiftSeconds)
  const counts = {
    cues: readable.length,
    tooFast: shape.maxCps === undefined ? 0 : countTooFast(readable, box),
    dropped: readable.length - placed.length,
  }
  return {
    text: WRITERS[format](job, placed, box, options),
    notes: notesOf(shape, job.transcript.speakers, counts),
  }
}

/** LRC has one line a cue, plain text no cues at all. */
function boxOf({ format, shape: { maxLine, maxLines, maxCps } }: RenderingOptions): Box {
  const shaped = maxLine !== undefined || maxLines !== undefined
  const lines = shaped ? (maxLines ?? USUAL_LINES) : Number.POSITIVE_INFINITY
  return {
    maxLine: shaped ? (maxLine ?? USUAL_LINE) : Number.POSITIVE_INFINITY,
    maxLines: format === 'lrc' ? 1 : format === 'text' ? Number.POSITIVE_INFINITY : lines,
    maxCps: maxCps ?? Number.POSITIVE_INFINITY,
  }
}

function mediaEndMs({ media }: Transcribed): number {
  const seconds = media?.duration_seconds ?? Number.POSITIVE_INFINITY
  return Math.round(seconds * 1000)
}

type Writer = (job: Transcribed, cues: Cue[], box: Box, options: RenderingOptions) => string

const WRITERS: Record<RenderedFormat, Writer> = {
  text: (_job, cues, { maxLine }, { timestamps }) => renderText(cues, maxLine, timestamps),
  srt: (_job, cues, { maxLine }) => renderSrt(cues, maxLine),
  vtt: (_job, cues, { maxLine }) => renderVtt(cues, maxLine),
  tsv: (job, cues) => renderTsv(cues, job.transcript.speakers.length > 0),
  md: (job, cues) => renderMarkdown(job, cues),
  lrc: (job, cues, _box, { words }) => renderLrc(job, cues, words),
}

function notesOf(
  { speakers, maxCps }: Shape,
  known: readonly string[],
  { cues, tooFast, dropped }: { cues: number; tooFast: number; dropped: number },
): string[] {
  const there = known.length > 0 ? `there are ${known.join(', ')}` : 'none were identified'
  const unknown = [...(speakers?.keys() ?? [])].filter((name) => !known.includes(name))
  const notes = unknown.map((name) => `no speaker is called "${name}": ${there}`)
  if (dropped > 0)
    notes.push(
      `${dropped} of ${counted(cues, 'cue')} came to lie before 0 and ${dropped === 1 ? 'was' : 'were'} left out`,
    )
  if (tooFast > 0) {
    notes.push(
      `${tooFast} of ${counted(cues, 'cue')} ${isOrAre(tooFast)} spoken faster than ${counted(maxCps ?? 0, 'character')} a second`,
    )
  }
  return notes
}
