// Between download and use: gives the files of a model the names under which they stay, and makes
// those that an engine needs in another form.
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { CatalogueEntry } from './catalogue.ts'
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
    names[key] = name
  }
  return entry.prepare === 'moonshine' ? prepareMoonshine(folder, names) : names
}

async function prepareMoonshine(
  folder: string,
  { decoder = '', ...names }: Record<string, string>,
): Promise<Record<string, string>> {
  // Loaded here: only a pull needs these libraries, and the tokenizer alone holds 33 MB.
  const [{ editDecoder }, { default: tokenizer }] = await Promise.all([
    import('./moonshine-edit.ts'),
    import('llama-tokenizer-js'),
  ])
  const { cross, step } = editDecoder(await readFile(join(folder, decoder)))
  await writeFile(join(folder, 'cross.onnx'), cross)
  await writeFile(join(folder, 'step.onnx'), step)
  await writeFile(join(folder, 'tokens.json'), JSON.stringify(tokenizer.vocabById))
  await rm(join(folder, decoder))
  return { ...names, cross: 'cross.onnx', step: 'step.onnx', tokens: 'tokens.json' }
}
