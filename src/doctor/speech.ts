// Checks of the speech models: the one that recognises, and those that tell speakers apart.
import { access, constants } from 'node:fs/promises'
import { configuredValue } from '../configured.ts'
import {
  loadCatalogue,
  loadFindYtDlp,
  loadInstalledModels,
  loadRecordedSums,
  loadSpeechCommand,
} from '../local.ts'
import { type CheckResult, fail, ok, warn } from './check.ts'

/** What the settings name, and what it requires, read through and compared with its checksums. */
export async function checkModel(
  configDir: string,
  cacheDir: string,
  env: NodeJS.ProcessEnv,
): Promise<CheckResult> {
  const { DEFAULT_MODEL, VAD_MODEL, requireModel } = await loadCatalogue()
  const command = await configuredValue('speechCommand', configDir)
  const model =
    command === undefined
      ? ((await configuredValue('model', configDir)) ?? DEFAULT_MODEL)
      : VAD_MODEL
  if (command !== undefined) {
    const problem = await problemOfCommand(command, env)
    if (problem !== null) return problem
  }
  const names = [model, ...requireModel(model).requires]
  for (const name of names) {
    const problem = await problemOf(name, cacheDir, `scribe models pull ${model}`)
    if (problem !== null) return problem
  }
  const recogniser = command === undefined ? '' : `speech is recognised by ${command}; `
  const recorded = await recordedModels(cacheDir)
  const trust =
    recorded.length === 0 ? '' : `; of ${recorded.join(', ')} the first pull's checksums count`
  const message = `${recogniser}${names.join(', ')}: checksums match${trust}`
  return (await lacksQuickForm(model, cacheDir))
    ? warn(
        `${message}; ${model} runs in its published form, slower and with guessed word times`,
        `once onnxruntime-node loads, scribe models remove ${model} and pull it again`,
      )
    : ok(message)
}

/** Its program and, of whisper-cli, the model must be there. */
async function problemOfCommand(text: string, env: NodeJS.ProcessEnv): Promise<CheckResult | null> {
  const [{ readSpeechCommand }, { findProgram }] = await Promise.all([
    loadSpeechCommand(),
    loadFindYtDlp(),
  ])
  const { program, arguments: words, answers } = readSpeechCommand(text)
  const fix = 'install it there, or `scribe config unset speech_command` to use a model'
  if ((await findProgram(program, env)) === null) {
    const where = /[\\/]/.test(program) ? '' : ' on PATH'
    return fail(`${program} of the setting speech_command is not${where}, or may not be run`, fix)
  }
  const model = answers === 'whisper-cli' ? words[words.indexOf('-m') + 1] : undefined
  if (model === undefined) return null
  const isThere = await access(model, constants.R_OK).then(
    () => true,
    () => false,
  )
  return isThere ? null : fail(`the model ${model} of whisper-cli cannot be read`, fix)
}

/** Installed ones whose genuine checksums nobody has told. */
async function recordedModels(cacheDir: string): Promise<string[]> {
  const [{ CATALOGUE }, { installedEntry }, { unpinnedKeys }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
    loadRecordedSums(),
  ])
  const unpinned = CATALOGUE.filter((entry) => unpinnedKeys(entry).length > 0)
  const found = await Promise.all(unpinned.map((entry) => installedEntry(entry, cacheDir)))
  return found.flatMap((model) => model?.name ?? [])
}

/** The pull could not make it, or it did not do as well. */
async function lacksQuickForm(model: string, cacheDir: string): Promise<boolean> {
  const [{ requireModel }, { installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  if (requireModel(model).prepare !== 'moonshine') return false
  return (await installedModel(model, cacheDir))?.files.cross === undefined
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
