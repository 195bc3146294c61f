// Names of output files: after their inputs, all different. Pure.
import { extname } from 'node:path'

/** Extension of each format's files. */
export const FORMAT_EXTENSIONS = {
  ...{ text: 'txt', srt: 'srt', vtt: 'vtt', json: 'json' },
  ...{ tsv: 'tsv', md: 'md', lrc: 'lrc' },
} as const

export type Format = keyof typeof FORMAT_EXTENSIONS

/**
 * `talk.mp3` becomes `talk.txt`; a second `talk.wav` becomes `talk.wav.txt`, a further one
 * `talk-2.txt`. Names that differ only in case or in Unicode composition count as the same.
 */
export function outputNames(baseNames: string[], format: Format): string[] {
  const taken = new Set<string>()
  return baseNames.map((baseName) => {
    for (const stem of stemsOf(baseName)) {
      const name = `${stem}.${FORMAT_EXTENSIONS[format]}`
      const folded = name.normalize('NFC').toLowerCase()
      if (!taken.has(folded)) {
        taken.add(folded)
        return name
      }
    }
    throw new Error('unreachable: there is always a next number')
  })
}

function* stemsOf(baseName: string): Generator<string> {
  const stem = baseName.slice(0, baseName.length - extname(baseName).length)
  yield stem
  if (stem !== baseName) yield baseName
  for (let number = 2; ; number += 1) yield `${stem}-${number}`
}
