// `scribe help formats`: what goes in and what comes out, made of the contract's limits and the
// table of formats.
import { CHUNKED_MAX_BYTES, MEDIA_EXTENSIONS, MEDIA_MAX_SECONDS } from '../api/limits.ts'
import { FORMAT_EXTENSIONS, type Format } from '../outputs/names.ts'
import { glossary, wrapped } from './layout.ts'

const MEANINGS: Record<Format, string> = {
  text: 'plain text; --timestamps puts the time before every line',
  srt: 'SubRip subtitles, for nearly every player',
  vtt: 'WebVTT subtitles, for the web',
  json: 'all that the server knows: segments, speakers, and words with --words',
  tsv: 'start, end and text, separated by tabs, for spreadsheets',
  md: 'Markdown, in paragraphs, for reading and notes',
  lrc: 'lyrics for music players; --words times every word',
}

const GIGABYTE = 1_000_000_000

export function formatsHelp(columns: number): string {
  const formats = Object.entries(FORMAT_EXTENSIONS).map(([name, extension]) => {
    return [name, `${MEANINGS[name as Format]} (.${extension})`] as const
  })
  const hours = MEDIA_MAX_SECONDS / 3600
  const limits = `Files of at most ${CHUNKED_MAX_BYTES / GIGABYTE} GB and ${hours} hours, or addresses of YouTube videos. Files end in:`
  return `What comes out: -f, --format

${glossary(formats, columns)}
What goes in

${wrapped(limits.split(' '), columns, 2)}
${wrapped([...MEDIA_EXTENSIONS], columns, 2)}

Examples:
  $ scribe transcribe talk.mp4 -f vtt -o talk.vtt
  $ scribe get tr_0123 -f md
`
}
