// Loads the engine that a configuration asks for. Each engine's native library is imported only
// when it is needed: a machine lacks one of them, and no process pays for two.
import { checkModelFiles } from './check-files.ts'
import type { EngineConfig, ModelEngineConfig } from './config.ts'
import type { Engine } from './engine.ts'

/**
 * Takes a second or less for small models, many for large ones, and blocks the thread for most of it.
 *
 * @throws Error naming what is missing or unfit: a file of the model, or the native library
 */
export async function loadEngine(config: EngineConfig): Promise<Engine> {
  if (config.family === 'command') {
    const { openCommand } = await import('./command.ts')
    return openCommand(config)
  }
  await checkModelFiles(config)
  if (config.family === 'moonshine') return loadMoonshine(config)
  const { openSherpa } = await import('./sherpa.ts')
  return openSherpa(config)
}

/** onnxruntime-node is quicker and tells more; sherpa-onnx, which brings its own, stands in for it. */
async function loadMoonshine(config: ModelEngineConfig): Promise<Engine> {
  try {
    await import('onnxruntime-node')
  } catch (cause) {
    return openInstead(config, cause)
  }
  const { openMoonshine } = await import('./moonshine.ts')
  return openMoonshine(config)
}

async function openInstead(config: ModelEngineConfig, cause: unknown): Promise<Engine> {
  const { openSherpa } = await import('./sherpa.ts')
  try {
    return await openSherpa(config)
  } catch (error) {
    throw new Error(
      `The model ${config.model} needs one of the packages onnxruntime-node and sherpa-onnx-node; neither can be loaded here (${process.platform}-${process.arch}).`,
      { cause: new AggregateError([cause, error]) },
    )
  }
}
