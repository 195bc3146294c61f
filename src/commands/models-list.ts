// `scribe models list`: what there is, what of it is on this machine, and which one is used.
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import { loadCatalogue, loadInstalledModels, loadRecordedSums } from '../local.ts'
import { writeTable } from '../ui/table.ts'

/** How a model's files are proved genuine. */
type Checksum = 'pinned' | 'recorded on first pull' | 'to be recorded'

const SHOWN_LANGUAGES = 3

export async function listModels({ io, folders }: Context): Promise<void> {
  const [{ CATALOGUE, DEFAULT_MODEL, downloadBytes }, { installedModel }, recorded] =
    await Promise.all([loadCatalogue(), loadInstalledModels(), loadRecordedSums()])
  const active = (await configuredValue('model', folders.config)) ?? DEFAULT_MODEL
  const checksumOf = async (entry: (typeof CATALOGUE)[number]): Promise<Checksum> => {
    if (recorded.unpinnedKeys(entry).length === 0) return 'pinned'
    const sums = await recorded.recordedSums(entry, folders.cache)
    return Object.keys(sums).length > 0 ? 'recorded on first pull' : 'to be recorded'
  }
  const models = await Promise.all(
    CATALOGUE.map(async (entry) => ({
      name: entry.name,
      role: entry.role,
      default: entry.name === DEFAULT_MODEL,
      active: entry.name === active,
      installed: (await installedModel(entry.name, folders.cache)) !== undefined,
      languages: entry.languages,
      download_bytes: downloadBytes(entry),
      licence: entry.licence,
      checksum: await checksumOf(entry),
      description: entry.description,
      files: Object.values(entry.files),
    })),
  )
  if (io.json) return io.write(`${JSON.stringify({ object: 'list', data: models })}\n`)
  const rows = models.map((model) => [
    model.name,
    model.installed ? 'installed' : '-',
    [model.active && 'active', model.default && 'default'].filter(Boolean).join(',') || '-',
    languagesOf(model.languages),
    sizeOf(model.download_bytes),
    model.checksum,
    model.licence,
    model.description,
  ])
  const header = ['NAME', 'STATE', 'USE', 'LANGUAGES', 'DOWNLOAD', 'CHECKSUM', 'LICENCE']
  await writeTable(io, [...header, 'DESCRIPTION'], rows)
}

function languagesOf(languages: readonly string[]): string {
  if (languages.length === 0) return '-'
  const shown = languages.slice(0, SHOWN_LANGUAGES).join(',')
  const rest = languages.length - SHOWN_LANGUAGES
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? '?' : `${Math.round(bytes / 1_000_000)} MB`
}
