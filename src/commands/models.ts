// `scribe models pull|remove|path`: one model, by its name in the catalogue.
import type { Context } from '../context.ts'
import { Interrupted, UsageError } from '../errors.ts'
import { loadCatalogue, loadInstalledModels } from '../local.ts'
import { modelsMirror } from '../models-mirror.ts'
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
  const removed = await removeModel(model, context.folders.cache)
  context.io.note(removed ? `${model} removed` : `${model} was not installed`)
  if (context.io.json) await answer(context, { name: model, removed }, '')
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
