// LRC, as music players read it: [mm:ss.xx] before a line, and with words the time <mm:ss.xx> of
// each. Brackets that would be read as a time or end a tag become round ones. Pure.
import { lyricTime } from './clock.ts'
import type { Cue } from './cues.ts'
import { titleOf } from './title.ts'
import { oneLine, textOf } from './tokens.ts'
import type { Transcribed } from './transcript.ts'

/** @param words with the times of words, where the transcript has them */
export function renderLrc(job: Transcribed, cues: readonly Cue[], words: boolean): string {
  const lines = cues.map((cue) => {
    const text = words && cue.timed ? withWordTimes(cue) : withoutTimes(textOf(cue.tokens))
    return `[${lyricTime(cue.startMs)}]${text}\n`
  })
  return `${tagsOf(job)}\n${lines.join('')}`
}

function tagsOf(job: Transcribed): string {
  const author = oneLine(job.media?.author ?? '')
  const seconds = job.media?.duration_seconds ?? null
  const tags = [`[ti:${bracketless(titleOf(job))}]\n`]
  if (author !== '') tags.push(`[ar:${bracketless(author)}]\n`)
  if (seconds !== null) tags.push(`[length:${lyricTime(seconds * 1000).slice(0, -3)}]\n`)
  return tags.join('')
}

function withWordTimes({ tokens, startMs: fromMs, endMs }: Cue): string {
  const parts = tokens.map(({ glue, text, startMs, label }, index) => {
    const space = index === 0 ? '' : glue
    return `${space}${label ? '' : `<${lyricTime(Math.max(fromMs, startMs))}>`}${withoutTimes(text)}`
  })
  return `${parts.join('')}<${lyricTime(Math.max(endMs, tokens.at(-1)?.endMs ?? 0))}>`
}

function withoutTimes(text: string): string {
  return text.replace(/[[<](\d+:[\d.:]*)[\]>]/g, '($1)')
}

function bracketless(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')')
}
