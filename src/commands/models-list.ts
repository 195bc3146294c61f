// `scribe models list`: what there is, and what of it is on this machine.
import type { Context } from '../context.ts'
import { loadCatalogue, loadInstalledModels } from '../local.ts'
import { writeTable } from '../ui/table.ts'

export async function listModels({ io, folders }: Context): Promise<void> {
  const [{ CATALOGUE, DEFAULT_MODEL }, { installedModel }] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
  ])
  const models = await Promise.all(
    CATALOGUE.map(async (entry) => ({
      name: entry.name,
      role: entry.role,
      default: entry.name === DEFAULT_MODEL,
      installed: (await installedModel(entry.name, folders.cache)) !== undefined,
      languages: entry.languages,
      download_bytes: entry.source.bytes,
      licence: entry.licence,
      description: entry.description,
    })),
  )
  if (io.json) return io.write(`${JSON.stringify({ object: 'list', data: models })}\n`)
  const rows = models.map((model) => [
    model.name,
    model.installed ? 'installed' : '-',
    model.default ? 'default' : '-',
    model.languages.join(',') || '-',
    `${Math.round(model.download_bytes / 1_000_000)} MB`,
    model.description,
  ])
  await writeTable(io, ['NAME', 'STATE', 'USE', 'LANGUAGES', 'DOWNLOAD', 'DESCRIPTION'], rows)
}
