// A transcript to read: a heading, what is known of the recording, and paragraphs that change with
// the speaker or at a pause. Everything foreign is escaped, so that no name or sentence becomes
// markup, a link or an image. Pure.
import { clock } from './clock.ts'
import type { Cue } from './cues.ts'
import { endsSentence } from './endings.ts'
import { titleOf } from './title.ts'
import { oneLine, textOf } from './tokens.ts'
import type { Transcribed } from './transcript.ts'

/** A pause that begins a paragraph, after a sentence and anywhere. */
const PAUSE_MS = 2000
const LONG_PAUSE_MS = 4000
/** From here on a paragraph ends with its sentence, and from there at any cue. */
const LONG_CHARACTERS = 600
const LONGEST_CHARACTERS = 1500

export function renderMarkdown(job: Transcribed, cues: readonly Cue[]): string {
  const facts = factsOf(job).map((fact) => `- ${fact}\n`)
  const paragraphs = paragraphsOf(cues).map(({ startMs, speaker, text }) => {
    const who = speaker === null ? '' : ` ${escaped(speaker)}:`
    return `\n**[${clock(startMs)}]${who}** ${escaped(text)}\n`
  })
  return `# ${escaped(titleOf(job))}\n\n${facts.join('')}${paragraphs.join('')}`
}

function factsOf({ source, media, language, completed_at, created_at }: Transcribed): string[] {
  const date = (completed_at ?? created_at)?.slice(0, 10)
  const seconds = media?.duration_seconds ?? null
  const from = source.platform === 'youtube' ? source.url : source.filename
  const facts: [string, string | null | undefined][] = [
    ['Source', from],
    ['Author', media?.author],
    ['Date', date],
    ['Duration', seconds === null ? null : clock(seconds * 1000)],
    ['Language', language],
  ]
  return facts.flatMap(([name, value]) => (value ? [`${name}: ${linkedOrEscaped(value)}`] : []))
}

interface Paragraph {
  startMs: number
  endMs: number
  speaker: string | null
  text: string
}

function paragraphsOf(cues: readonly Cue[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const { startMs, endMs, speaker, tokens } of cues) {
    const last = paragraphs.at(-1)
    const text = textOf(tokens)
    if (last === undefined || endsBefore(last, startMs, speaker)) {
      paragraphs.push({ startMs, endMs, speaker, text })
    } else {
      last.text += ` ${text}`
      last.endMs = endMs
    }
  }
  return paragraphs
}

function endsBefore(last: Paragraph, startMs: number, speaker: string | null): boolean {
  const pauseMs = startMs - last.endMs
  if (last.speaker !== speaker || pauseMs >= LONG_PAUSE_MS) return true
  if (last.text.length >= LONGEST_CHARACTERS) return true
  return (pauseMs >= PAUSE_MS || last.text.length >= LONG_CHARACTERS) && endsSentence(last.text)
}

/** An address as a link, which is what it is there for; everything else as text. */
function linkedOrEscaped(text: string): string {
  return /^https?:\/\/[^\s<>]+$/.test(text) ? `<${text}>` : escaped(text)
}

/**
 * What could begin markup inside a line, as all text stands inside one: emphasis, code, links,
 * HTML, entities, formulas, and the bare addresses that some readers make links of.
 */
function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]<~$#]|&(?=#?\w+;)/g, '\\$&')
    .replace(/:\/\//g, '\\://')
    .replace(/\bwww\./gi, 'www\\.')
}
