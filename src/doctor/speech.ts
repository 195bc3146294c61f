// Checks of the speech models: the one that recognises, and those that tell speakers apart.
import { configuredValue } from '../configured.ts'
import { loadCatalogue, loadInstalledModels } from '../local.ts'
import { type CheckResult, fail, ok, warn } from './check.ts'

/** The model that the settings name and what it requires, read through and compared with their checksums. */
export async function checkModel(configDir: string, cacheDir: string): Promise<CheckResult> {
  const { DEFAULT_MODEL, VAD_MODEL, requireModel } = await loadCatalogue()
  const command = await configuredValue('speechCommand', configDir)
  const model =
    command === undefined
      ? ((await configuredValue('model', configDir)) ?? DEFAULT_MODEL)
      : VAD_MODEL
  const names = [model, ...requireModel(model).requires]
  for (const name of names) {
    const problem = await problemOf(name, cacheDir, `scribe models pull ${model}`)
    if (problem !== null) return problem
  }
  const recogniser = command === undefined ? '' : `speech is recognised by ${command}; `
  return ok(`${recogniser}${names.join(', ')}: checksums match`)
}

/** Without models, voices are compared by their sound, which has its limits. */
export async function checkSpeakers(cacheDir: string): Promise<CheckResult> {
  const { SPEAKERS_MODEL } = await loadCatalogue()
  const pull = `scribe models pull ${SPEAKERS_MODEL}`
  const { installedModel } = await loadInstalledModels()
  if ((await installedModel(SPEAKERS_MODEL, cacheDir)) === undefined) {
    return ok(`told apart by sound, in turns of 3 s and more; \`${pull}\` does better`)
  }
  return (await problemOf(SPEAKERS_MODEL, cacheDir, pull)) ?? ok('told apart by neural models')
}

async function problemOf(
  name: string,
  cacheDir: string,
  pull: string,
): Promise<CheckResult | null> {
  const [{ DEFAULT_MODEL, requireModel }, { damagedFiles, installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  if ((await installedModel(name, cacheDir)) === undefined) {
    const byItself = name === DEFAULT_MODEL ? ' (or let the first transcription do it)' : ''
    return warn(`${name} is not installed`, `${pull}${byItself}`)
  }
  const damaged = await damagedFiles(requireModel(name), cacheDir)
  return damaged.length > 0 ? fail(`${name} is damaged (${damaged.join(', ')})`, pull) : null
}
