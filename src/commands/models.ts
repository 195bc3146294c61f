// `scribe models pull|remove|path`: one model, by its name in the catalogue.
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { loadCatalogue, loadInstalledModels, loadLeftovers } from '../local.ts'
import { findDaemon } from '../local-daemon/find.ts'
import { modelsMirror } from '../models-mirror.ts'
import { megabytes } from '../ui/progress-text.ts'
import { pullModel } from '../ui/pull.ts'

/** Also repairs: what is there is read through and replaced when it is damaged. */
export async function pullNamedModel(context: Context, model: string): Promise<void> {
  await assertKnown(model)
  const { io, folders, signal } = context
  const mirror = modelsMirror(context)
  const request = { model, cacheDir: folders.cache, verify: true, mirror, signal }
  const { dir } = await pullModel(io, request).catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error
    throw new Interrupted(`\`scribe models pull ${model}\` goes on with it.`)
  })
  await answer(context, { name: model, path: dir }, `${dir}\n`)
}

export async function removeNamedModel(context: Context, model: string): Promise<void> {
  await assertKnown(model)
  const { removeModel } = await loadInstalledModels()
  const { folders, io } = context
  const removed = await removeModel(model, folders.cache).catch(refused)
  io.note(removed ? `${model} removed` : `${model} was not installed`)
  if (removed && (await isUsed(context, model))) {
    io.note(`It is the model in use: \`scribe models pull ${model}\`, or set another one`)
  }
  if (io.json) await answer(context, { name: model, removed }, '')
}

/** Prints the folders that it has deleted. */
export async function pruneModels({ folders, io }: Context): Promise<void> {
  const { removeOldVersions } = await loadLeftovers()
  const removed = await removeOldVersions(folders.cache).catch(refused)
  const bytes = removed.reduce((sum, each) => sum + each.bytes, 0)
  io.note(
    removed.length === 0 ? 'There is no old version of a model' : `${megabytes(bytes)} MB freed`,
  )
  if (io.json) return io.write(`${JSON.stringify({ object: 'list', data: removed })}\n`)
  await io.write(removed.map(({ path }) => `${path}\n`).join(''))
}

/** By the settings, or by the daemon that runs. */
async function isUsed({ folders, signal }: Context, model: string): Promise<boolean> {
  const { DEFAULT_MODEL } = await loadCatalogue()
  if (model === ((await configuredValue('model', folders.config)) ?? DEFAULT_MODEL)) return true
  return (await findDaemon(folders.data, signal))?.status.model === model
}

function refused(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new Error(`Not all of it could be deleted (${reason}); make the folder writable`, {
    cause: error,
  })
}

/** @throws Error when it is not installed */
export async function printModelPath(context: Context, model: string): Promise<void> {
  await assertKnown(model)
  const { installedModel } = await loadInstalledModels()
  const files = await installedModel(model, context.folders.cache)
  if (files === undefined) {
    throw new Error(`${model} is not installed; \`scribe models pull ${model}\` installs it`)
  }
  await answer(context, { name: model, path: files.dir }, `${files.dir}\n`)
}

/** @throws UsageError naming those that there are */
export async function assertKnown(model: string): Promise<void> {
  const { CATALOGUE, findModel } = await loadCatalogue()
  if (findModel(model) !== undefined) return
  const known = CATALOGUE.map(({ name }) => name).join(', ')
  throw new UsageError(`There is no model "${model}"; there are ${known}`)
}

async function answer({ io }: Context, json: object, text: string): Promise<void> {
  await io.write(io.json ? `${JSON.stringify(json)}\n` : text)
}
