// Between download and use: gives the files of a model the names under which they stay, and makes
// those that an engine needs in another form.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { partName } from './temporary.ts'

/**
 * Prepares the downloaded parts in `folder`.
 *
 * @returns file names by the key under which the engine asks for them
 */
export async function prepare(
  entry: CatalogueEntry,
  folder: string,
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [key, { source }] of Object.entries(entry.files)) {
    const name = `${key}${extname(source)}`
    await rename(join(folder, partName(key)), join(folder, name))
    await rm(join(folder, `${partName(key)}.etag`), { force: true })
    names[key] = name
  }
  if (entry.prepare === 'moonshine') return { ...names, ...(await editMoonshine(folder, names)) }
  if (entry.prepare === 'moonshine-tokens') return { ...names, ...(await writeTokens(folder)) }
  return names
}

/**
 * Adds the edited decoder, which is quicker and tells times and confidence. The published one stays
 * for machines on which onnxruntime-node cannot be loaded.
 */
async function editMoonshine(
  folder: string,
  { decoder = '' }: Record<string, string>,
): Promise<Record<string, string>> {
  const tokens = await writeTokens(folder)
  const { editDecoder } = await import('./moonshine-edit.ts')
  const { cross, step } = editDecoder(await readFile(join(folder, decoder)))
  await writeFile(join(folder, 'cross.onnx'), cross)
  await writeFile(join(folder, 'step.onnx'), step)
  return { ...tokens, cross: 'cross.onnx', step: 'step.onnx' }
}

/** Writes Moonshine's vocabulary: as a list for our engine, and as sherpa-onnx reads it. */
async function writeTokens(folder: string): Promise<Record<string, string>> {
  // Loaded here: only a pull needs it, and it holds 33 MB.
  const { default: tokenizer } = await import('llama-tokenizer-js')
  const pieces: string[] = tokenizer.vocabById
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(pieces))
  await writeFile(join(folder, 'spelling.txt'), spellingOf(pieces))
  return { tokens: 'tokens.json', spelling: 'spelling.txt' }
}

/** A line a token: its bytes in base64, a space, its number. */
function spellingOf(pieces: readonly string[]): string {
  const lines = pieces.map((piece, id) => {
    const raw = /^<0x([0-9A-F]{2})>$/.exec(piece)?.[1]
    const bytes =
      raw === undefined ? Buffer.from(piece.replaceAll('▁', ' ')) : Buffer.from(raw, 'hex')
    return `${bytes.toString('base64')} ${id}\n`
  })
  return lines.join('')
}
