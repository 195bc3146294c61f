// Names of output files: after their inputs, all different, and a matter of the inputs alone, not
// of their order: with --skip-existing the same input has to find its file again. Pure.
import { extname } from 'node:path'

/** Extension of each format's files. */
export const FORMAT_EXTENSIONS = {
  ...{ text: 'txt', srt: 'srt', vtt: 'vtt', json: 'json' },
  ...{ tsv: 'tsv', md: 'md', lrc: 'lrc' },
} as const

export type Format = keyof typeof FORMAT_EXTENSIONS

/** What an output is named after. */
export interface Named {
  /** With its extension. */
  baseName: string
  /** Absolute; null for what is no file. */
  folder: string | null
}

/** File systems take 255 bytes at most, and a temporary file's name is longer. */
const LONGEST_BYTES = 200

interface Entry {
  place: number
  identity: string
  /** Stems, the shortest first. */
  choices: string[]
  /** The one of them that it has for now. */
  at: number
}

/**
 * `talk.mp3` becomes `talk.txt`. Inputs that would have the same name all take one that tells them
 * apart: `talk.mp3.txt` and `talk.wav.txt`, else `monday-talk.txt`, after as many folders as that
 * takes. What nothing tells apart is numbered: `talk-2.txt`. Names that differ only in case or in
 * Unicode composition count as the same.
 */
export function outputNames(inputs: Named[], format: Format): string[] {
  const entries = inputs.map(entryOf).sort((a, b) => compare(a.identity, b.identity))
  const isFirst = ({ identity }: Entry, index: number) => identity !== entries[index - 1]?.identity
  const different = entries.filter(isFirst)
  const same = new Set(tellApart(different))
  const told = different.filter((entry) => !same.has(entry))
  const numbered = entries.filter((entry, index) => same.has(entry) || !isFirst(entry, index))
  const names = new Names(`.${FORMAT_EXTENSIONS[format]}`)
  const result: string[] = []
  for (const { place, choices, at } of told) result[place] = names.take(choices[at] ?? '')
  for (const { place, choices } of numbered) result[place] = names.take(choices[0] ?? '')
  return result
}

/**
 * Moves on, from choice to choice, whatever has the name of another.
 *
 * @returns those that have no choice left
 */
function tellApart(entries: Entry[]): Entry[] {
  for (;;) {
    const byName = new Map<string, Entry[]>()
    for (const entry of entries) {
      const name = folded(entry.choices[entry.at] ?? '')
      const others = byName.get(name)
      if (others === undefined) byName.set(name, [entry])
      else others.push(entry)
    }
    const doubled = [...byName.values()].filter(({ length }) => length > 1).flat()
    const movable = doubled.filter(({ at, choices }) => at < choices.length - 1)
    if (movable.length === 0) return doubled
    for (const entry of movable) entry.at += 1
  }
}

function entryOf({ baseName, folder }: Named, place: number): Entry {
  const stem = baseName.slice(0, baseName.length - extname(baseName).length)
  const parents = folder?.split(/[\\/]/).filter((part) => part !== '') ?? []
  const prefixes = parents.map((_, index) => parents.slice(-1 - index).join('-'))
  const longer = prefixes.flatMap((prefix) => [`${prefix}-${stem}`, `${prefix}-${baseName}`])
  const fitting = longer.filter((choice) => Buffer.byteLength(choice) <= LONGEST_BYTES)
  const identity = `${folder ?? ''}/${baseName}`
  return { place, identity, choices: [stem, baseName, ...fitting], at: 0 }
}

/** Names that are taken, and numbers for those that are wanted again. */
class Names {
  readonly #ending: string
  readonly #taken = new Set<string>()
  /** By stem: below this number all are taken. */
  readonly #numbers = new Map<string, number>()

  constructor(ending: string) {
    this.#ending = ending
  }

  take(stem: string): string {
    for (let number = this.#numbers.get(stem) ?? 1; ; number += 1) {
      const name = `${number === 1 ? stem : `${stem}-${number}`}${this.#ending}`
      if (this.#taken.has(folded(name))) continue
      this.#taken.add(folded(name))
      this.#numbers.set(stem, number + 1)
      return name
    }
  }
}

/** As a file system without case sees it. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
