// What form a transcript is to have, and which wishes go together. Pure.
import { UsageError } from '../errors.ts'
import type { Shape } from '../render/shape.ts'
import type { Format } from './names.ts'

export interface RenderingOptions {
  format: Format
  /** Times of every word. */
  words: boolean
  /** The time before every line of text. */
  timestamps: boolean
  shape: Shape
}

const SUBTITLES: Format[] = ['srt', 'vtt', 'tsv']
const RENDERED: Format[] = ['text', ...SUBTITLES, 'md', 'lrc']

/** Flags and the formats that they mean something for. */
const FLAG_FORMATS: [string, Format[], (options: RenderingOptions) => boolean][] = [
  ['--words', ['json', 'lrc'], ({ words }) => words],
  ['--timestamps', ['text'], ({ timestamps }) => timestamps],
  ['--max-line', ['text', ...SUBTITLES, 'lrc'], ({ shape }) => shape.maxLine !== undefined],
  ['--max-lines', SUBTITLES, ({ shape }) => shape.maxLines !== undefined],
  ['--max-cps', SUBTITLES, ({ shape }) => shape.maxCps !== undefined],
  // JSON is the server's answer, as it is.
  ['--shift', RENDERED, ({ shape }) => shape.shiftSeconds !== undefined],
  ['--speaker', RENDERED, ({ shape }) => shape.speakers !== undefined],
]

/** @throws UsageError for a flag that says nothing about the format */
export function checkRendering(options: RenderingOptions): void {
  const wrong = FLAG_FORMATS.find(([, formats, given]) => {
    return given(options) && !formats.includes(options.format)
  })
  if (wrong === undefined) return
  const [flag, formats] = wrong
  throw new UsageError(`${flag} needs -f ${formats.join(', ').replace(/, (\w+)$/, ' or $1')}`)
}
