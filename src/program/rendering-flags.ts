// The flags that say what form a transcript has, for `get` and `transcribe` alike.
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { oneOf, plainNumber, wholeNumber } from '../flag-values.ts'
import { FORMAT_EXTENSIONS, type Format } from '../outputs/names.ts'
import { checkRendering, type RenderingOptions } from '../outputs/rendering-options.ts'
import type { Shape } from '../render/shape.ts'
import type { Flags } from '../settings.ts'
import { textFlag } from './runner.ts'

const FORMATS = Object.keys(FORMAT_EXTENSIONS) as Format[]
/** Far above any screen: whoever gives it wants no limit. */
const NO_LIMIT = 1_000_000

/** @param fallbackNote tells in the help what counts without -f, such as `default: text` */
export function withRenderingFlags(command: Command, fallbackNote: string): Command {
  return command
    .option('-f, --format <format>', `${FORMATS.join(', ')} (${fallbackNote})`)
    .option('--words', 'times of every word (with -f json or lrc)')
    .option('--timestamps', 'put the time before every line (with -f text)')
    .option('--max-line <characters>', 'length of a line (default: 42 with --max-lines)')
    .option('--max-lines <number>', 'lines in a cue (default: 2 with --max-line)')
    .option('--max-cps <number>', 'characters a second: too fast cues stay longer or join')
    .option('--shift <seconds>', 'move all times, back with a minus: --shift -1.5')
    .option('--speaker <name=new>', 'call "Speaker 1" Ann: --speaker "Speaker 1=Ann"', collect)
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value]
}

/**
 * @param fallbackFormat without -f
 * @throws UsageError for values that cannot be, and for flags that say nothing about the format
 */
export function renderingOptionsOf(flags: Flags, fallbackFormat: Format): RenderingOptions {
  const options = {
    format: oneOf('--format', textFlag(flags, 'format') ?? fallbackFormat, FORMATS),
    words: flags.words === true,
    timestamps: flags.timestamps === true,
    shape: shapeOf(flags),
  }
  checkRendering(options)
  return options
}

function shapeOf(flags: Flags): Shape {
  const [maxLine, maxLines, maxCps, shift] = ['maxLine', 'maxLines', 'maxCps', 'shift'].map(
    (name) => textFlag(flags, name),
  )
  const speakers = Array.isArray(flags.speaker) ? flags.speaker.map(String) : []
  return {
    ...(maxLine === undefined ? {} : { maxLine: wholeNumber('--max-line', maxLine, 1, NO_LIMIT) }),
    ...(maxLines === undefined
      ? {}
      : { maxLines: wholeNumber('--max-lines', maxLines, 1, NO_LIMIT) }),
    ...(maxCps === undefined ? {} : { maxCps: charactersASecond(maxCps) }),
    ...(shift === undefined ? {} : { shiftSeconds: signedSeconds(shift) }),
    ...(speakers.length === 0 ? {} : { speakers: namesOf(speakers) }),
  }
}

function charactersASecond(text: string): number {
  const value = plainNumber('--max-cps', text)
  if (value > 0) return value
  throw new UsageError('--max-cps takes a number above 0; 17 is usual')
}

function signedSeconds(text: string): number {
  if (/^[+-]?\d{1,6}(\.\d{1,9})?$/.test(text)) return Number(text)
  throw new UsageError(`--shift takes seconds such as 2.5 or -1.5, not "${text}"`)
}

/** @param given `Speaker 1=Ann`, each speaker once; several may get the same name */
function namesOf(given: string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const text of given) {
    const at = text.indexOf('=')
    const [from, to] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)].map((name) =>
      name.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
    )
    if (!from || !to) {
      throw new UsageError(`--speaker takes NAME=NEW such as "Speaker 1=Ann", not "${text}"`)
    }
    if (names.has(from)) throw new UsageError(`--speaker names "${from}" twice`)
    names.set(from, to)
  }
  return names
}
