import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  beginsWord,
  isSilent,
  readVocabulary,
  textOf,
} from '../../../../daemon/speech/engines/tokens.ts'

const PIECES = [
  '<unk>',
  '<s>',
  '</s>',
  '▁a',
  'b',
  '<0xC3>',
  '<0xA9>',
  '<0x20>',
  '.',
  '▁-',
  '▁',
  "'",
]
const [A, B, C3, A9, SPACE, DOT, DASH, BARE, QUOTE] = [3, 4, 5, 6, 7, 8, 9, 10, 11] as const

async function vocabulary() {
  const folder = await mkdtemp(join(tmpdir(), 'scribe-tokens-'))
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(PIECES))
  const read = await readVocabulary(join(folder, 'tokens.json'))
  await rm(folder, { recursive: true })
  return read
}

it('▁ is a space and <0xNN> a byte; characters may be spread over tokens', async () => {
  expect(textOf(await vocabulary(), [A, B, C3, A9, SPACE, A, DOT])).toBe(' abé  a.')
})

it('control tokens and unknown numbers have no text', async () => {
  expect(textOf(await vocabulary(), [1, A, 0, 2, 32_700])).toBe(' a')
})

it('a word begins with a token whose bytes begin with a space', async () => {
  const read = await vocabulary()
  const beginning = PIECES.map((_, id) => id).filter((id) => beginsWord(read, id))
  expect(beginning).toEqual([A, SPACE, DASH, BARE])
})

it('punctuation, spaces and control tokens say nothing', async () => {
  const read = await vocabulary()
  const silent = PIECES.map((_, id) => id).filter((id) => isSilent(read, id))
  expect(silent).toEqual([0, 1, 2, SPACE, DOT, DASH, BARE, QUOTE])
})
