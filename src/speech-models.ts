// The speech models that a setting may name.
import { oneOf } from './flag-values.ts'
import { loadCatalogue, loadInstalledModels } from './local.ts'

/** @throws UsageError naming those that there are */
export async function speechModel(flag: string, text: string): Promise<string> {
  const { CATALOGUE } = await loadCatalogue()
  const speech = CATALOGUE.filter(({ role }) => role === 'speech')
  return oneOf(
    flag,
    text,
    speech.map(({ name }) => name),
  )
}

/**
 * The default model is pulled by itself on first use; another one may be large, and its pull wants
 * somebody who looks on.
 *
 * @throws Error with the command that installs it
 */
export async function requireInstalled(model: string, cacheDir: string): Promise<void> {
  const [{ DEFAULT_MODEL }, { installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  if (model === DEFAULT_MODEL || (await installedModel(model, cacheDir)) !== undefined) return
  throw new Error(
    `The model ${model} is not installed; \`scribe models pull ${model}\` installs it`,
  )
}
