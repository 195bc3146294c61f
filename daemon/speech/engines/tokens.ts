// From token numbers to text: the vocabulary of the Llama family, in which `▁` stands for a space
// and `<0xNN>` for one raw byte, so a character may be spread over several tokens.
import { readFile } from 'node:fs/promises'

/** By token number; the numbers above are control tokens without text. */
export type Vocabulary = readonly Uint8Array[]

const SPACE = 0x20
/** `<unk>`, `<s>` and `</s>` come first and have no text. */
const CONTROL_TOKENS = 3
/** Signs that are written but not said. */
const PUNCTUATION = /^[\s.,;:!?…'"“”‘’«»()[\]{}\-–—]*$/u

/** Reads the list of pieces (JSON array of strings). */
export async function readVocabulary(path: string): Promise<Vocabulary> {
  const pieces = JSON.parse(await readFile(path, 'utf8')) as string[]
  return pieces.map((piece, id) => (id < CONTROL_TOKENS ? new Uint8Array() : bytesOf(piece)))
}

function bytesOf(piece: string): Uint8Array {
  const raw = /^<0x([0-9A-F]{2})>$/.exec(piece)?.[1]
  if (raw !== undefined) return Uint8Array.of(Number.parseInt(raw, 16))
  return new TextEncoder().encode(piece.replaceAll('▁', ' '))
}

/** UTF-8 text of some tokens in a row, untrimmed. */
export function textOf(vocabulary: Vocabulary, ids: readonly number[]): string {
  return new TextDecoder().decode(Buffer.concat(ids.map((id) => bytesAt(vocabulary, id))))
}

/** Whether a new word begins with this token. */
export function beginsWord(vocabulary: Vocabulary, id: number): boolean {
  return bytesAt(vocabulary, id)[0] === SPACE
}

/** Whether a token says nothing: punctuation, a bare space, a control token. */
export function isSilent(vocabulary: Vocabulary, id: number): boolean {
  return PUNCTUATION.test(textOf(vocabulary, [id]))
}

function bytesAt(vocabulary: Vocabulary, id: number): Uint8Array {
  return vocabulary[id] ?? new Uint8Array()
}
