// The local daemon's speech model, fetched here rather than by the daemon so that the first run
// has something to look at. Not for videos that may well have captions: should one have none, the
// daemon fetches the model itself.
import type { SourceMode } from '../api/types.ts'
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import { loadCatalogue } from '../local.ts'
import { modelsMirror } from '../models-mirror.ts'
import { pullModel } from '../ui/pull.ts'

/** Whether the video behind a URL is heard for certain. */
export function isHeard({
  source,
  diarize,
}: {
  source?: SourceMode | undefined
  diarize?: boolean
}) {
  return source === 'stt' || (diarize === true && source !== 'captions')
}

/** @param running the model of a running daemon; one that nobody can pull is left to it */
export async function ensureLocalModel(
  context: Context,
  running: string | undefined,
): Promise<void> {
  const { io, folders, signal } = context
  const { findModel } = await loadCatalogue()
  const model = running ?? (await modelToRun(folders.config))
  if (findModel(model) === undefined) return
  const mirror = modelsMirror(context)
  await pullModel(io, { model, cacheDir: folders.cache, verify: false, mirror, signal })
}

/** A program in the place of a model needs the voice detector all the same. */
async function modelToRun(configDir: string): Promise<string> {
  const { DEFAULT_MODEL, VAD_MODEL } = await loadCatalogue()
  if ((await configuredValue('speechCommand', configDir)) !== undefined) return VAD_MODEL
  return (await configuredValue('model', configDir)) ?? DEFAULT_MODEL
}
