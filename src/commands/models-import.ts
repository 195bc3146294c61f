// `scribe models import`: models that came on a stick, checked and copied.
import { stat } from 'node:fs/promises'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { loadCatalogue, loadImportModels, loadInstalledModels } from '../local.ts'
import { showWork } from '../ui/spinner.ts'
import { assertKnown } from './models.ts'

/**
 * @param model name in the catalogue; without it, every model whose files are there
 * @throws UsageError when there is no such file or folder, or no such model
 */
export async function importFrom(context: Context, source: string, model: unknown): Promise<void> {
  const { io, folders, signal } = context
  const named = typeof model === 'string' ? model : undefined
  if (named !== undefined) await assertKnown(named)
  if ((await stat(source).catch(() => undefined)) === undefined) {
    throw new UsageError(`There is no file or folder ${source}`)
  }
  const { importModels } = await loadImportModels()
  const work = importModels(source, {
    ...{ cacheDir: folders.cache, model: named, signal },
    onNotice: (text) => io.note(text),
  })
  const imported = await showWork(io, 'Checking and copying the files', work)
  const data = imported.map(({ name, dir }) => ({ name, path: dir }))
  if (io.json) await io.write(`${JSON.stringify({ object: 'list', data })}\n`)
  else await io.write(data.map(({ name, path }) => `${name}\t${path}\n`).join(''))
  await noteMissing(
    context,
    imported.map(({ name }) => name),
  )
}

/** Says which further models the imported ones need. */
async function noteMissing({ io, folders }: Context, imported: string[]): Promise<void> {
  const [{ requireModel }, { installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  const needed = new Set(imported.flatMap((name) => requireModel(name).requires))
  for (const name of needed) {
    if ((await installedModel(name, folders.cache)) !== undefined) continue
    io.note(`${name} is needed too: import it as well, or \`scribe models pull ${name}\``)
  }
}
