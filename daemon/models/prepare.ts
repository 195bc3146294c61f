// Between download and use: gives the files of a model the names under which they stay, and makes
// those that an engine needs in another form.
import { rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { partName } from './temporary.ts'

export interface PrepareOptions {
  signal?: AbortSignal | undefined
  /** Told what the user should know of a model that is not as good as it could be. */
  onNotice?: ((text: string) => void) | undefined
}

/**
 * Prepares the downloaded parts in `folder`.
 *
 * @returns file names by the key under which the engine asks for them
 * @throws the signal's reason
 */
export async function prepare(
  entry: CatalogueEntry,
  folder: string,
  options: PrepareOptions = {},
): Promise<Record<string, string>> {
  const names: Record<string, string> = {}
  for (const [key, { source }] of Object.entries(entry.files)) {
    const name = `${key}${extname(source)}`
    await rename(join(folder, partName(key)), join(folder, name))
    await rm(join(folder, `${partName(key)}.etag`), { force: true })
    names[key] = name
  }
  if (entry.prepare === undefined) return names
  Object.assign(names, await writeTokens(folder))
  if (entry.prepare === 'moonshine-tokens') return names
  return { ...names, ...(await quickForm(entry.name, folder, names, options)) }
}

/**
 * Adds the edited decoder, which is quicker and tells times and confidence. The published one stays
 * for machines on which onnxruntime-node cannot be loaded, or the edited one does not do as well.
 */
async function quickForm(
  model: string,
  folder: string,
  { encoder = '', decoder = '' }: Record<string, string>,
  { signal, onNotice }: PrepareOptions,
): Promise<Record<string, string>> {
  const { quicken } = await import('./quicken.ts')
  const { files, problem } = await quicken(folder, { encoder, decoder }, signal)
  if (problem !== null) {
    onNotice?.(
      `Model ${model}: its quick form is not used here (${problem}). The published one works, slower and with guessed word times; once the reason is mended, \`scribe models remove ${model}\` and a new pull make it again.`,
    )
  }
  return files
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
