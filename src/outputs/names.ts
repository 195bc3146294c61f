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
  /** By base name, as many may be the same: below this number all are taken. */
  const numbers = new Map<string, number>()
  return baseNames.map((baseName) => {
    const from = numbers.get(baseName) ?? 0
    for (let number = from; ; number += 1) {
      const name = `${stemOf(baseName, number)}.${FORMAT_EXTENSIONS[format]}`
      const folded = name.normalize('NFC').toLowerCase()
      if (taken.has(folded)) continue
      taken.add(folded)
      numbers.set(baseName, number + 1)
      return name
    }
  })
}

/** @param number 0 gives the plain name, 1 the one with its extension */
function stemOf(baseName: string, number: number): string {
  const stem = baseName.slice(0, baseName.length - extname(baseName).length)
  if (number === 0) return stem
  return number === 1 ? baseName : `${stem}-${number}`
}
