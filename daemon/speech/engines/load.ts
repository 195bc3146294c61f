// Loads the engine that a configuration asks for. Each engine's native library is imported only
// when it is needed: a machine lacks one of them, and no process pays for two.
import type { EngineConfig, ModelEngineConfig } from './config.ts'
import type { Engine } from './engine.ts'

/**
 * Takes a second or less for small models, many for large ones, and blocks the thread for most of it.
 *
 * @throws Error naming what is missing: a file of the model, or the native library
 */
export async function loadEngine(config: EngineConfig): Promise<Engine> {
  if (config.family === 'moonshine') return loadMoonshine(config)
  const { openSherpa } = await import('./sherpa.ts')
  return openSherpa(config)
}

async function loadMoonshine(config: ModelEngineConfig): Promise<Engine> {
  const { openMoonshine } = await import('./moonshine.ts')
  return openMoonshine(config)
}
