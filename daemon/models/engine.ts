// From the settings for speech to what a speech process needs to load it.
import { commandName, readSpeechCommand } from '../speech/engines/command-line.ts'
import type { EngineConfig } from '../speech/engines/config.ts'
import { requireModel, SPEAKERS_MODEL } from './catalogue.ts'
import { installedModel } from './installed.ts'
import { ensureModel, type PullOptions } from './pull.ts'

/**
 * Makes sure that the model is there.
 *
 * @throws ModelPullError
 */
export async function ensureEngine(name: string, options: PullOptions): Promise<EngineConfig> {
  const { family, languages } = requireModel(name)
  if (family === undefined) throw new Error(`${name} is not a speech model`)
  const { files } = await ensureModel(name, options)
  return { family, model: name, languages, files }
}

/** The engine that a setting speech_command asks for. */
export function commandEngine(text: string): EngineConfig {
  const command = readSpeechCommand(text)
  return { family: 'command', model: commandName(command), languages: [], command }
}

/** Paths of the models that tell speakers apart; null until `scribe models pull speakers`. */
export async function speakerModelFiles(
  cacheDir: string,
): Promise<{ segmentation: string; embedding: string } | null> {
  const { segmentation, embedding } = (await installedModel(SPEAKERS_MODEL, cacheDir))?.files ?? {}
  return segmentation === undefined || embedding === undefined ? null : { segmentation, embedding }
}
