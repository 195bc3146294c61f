// The local daemon's speech model, fetched here rather than by the daemon so that the first run
// has something to look at.
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import { loadCatalogue } from '../local.ts'
import { modelsMirror } from '../models-mirror.ts'
import { pullModel } from '../ui/pull.ts'

/** @param running the model of a running daemon; one that nobody can pull is left to it */
export async function ensureLocalModel(
  context: Context,
  running: string | undefined,
): Promise<void> {
  const { io, folders, signal } = context
  const { DEFAULT_MODEL, findModel } = await loadCatalogue()
  const model = running ?? (await configuredValue('model', folders.config)) ?? DEFAULT_MODEL
  if (findModel(model) === undefined) return
  const mirror = modelsMirror(context)
  await pullModel(io, { model, cacheDir: folders.cache, verify: false, mirror, signal })
}
