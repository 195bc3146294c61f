// `scribe models list`: what there is, what of it is on this machine, and which one is used.
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import {
  type CatalogueEntry,
  loadCatalogue,
  loadInstalledModels,
  loadRecordedSums,
  loadWebModels,
} from '../local.ts'
import { modelsMirror } from '../models-mirror.ts'
import { writeTable } from '../ui/table.ts'

/** How a model's files are proved genuine. */
type Checksum = 'pinned' | 'recorded on first pull' | 'to be recorded'

const SHOWN_LANGUAGES = 3

export async function listModels(context: Context): Promise<void> {
  const { io } = context
  const models = await describeAll(context)
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

async function describeAll(context: Context) {
  const { folders } = context
  const [{ CATALOGUE, DEFAULT_MODEL, downloadBytes }, { installedModel }, web] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
    loadWebModels(),
  ])
  const active = (await configuredValue('model', folders.config)) ?? DEFAULT_MODEL
  const address = modelsMirror(context) ?? web.MODELS_ADDRESS
  return Promise.all(
    CATALOGUE.map(async (entry) => ({
      name: entry.name,
      role: entry.role,
      default: entry.name === DEFAULT_MODEL,
      active: entry.name === active,
      installed: (await installedModel(entry.name, folders.cache)) !== undefined,
      languages: entry.languages,
      download_bytes: downloadBytes(entry),
      licence: entry.licence,
      checksum: await checksumOf(entry, folders.cache),
      description: entry.description,
      source: entry.source,
      files: Object.values(entry.files).map((file) =>
        entry.source.kind === 'web' ? { ...file, url: web.fileAddress(file, address) } : file,
      ),
    })),
  )
}

async function checksumOf(entry: CatalogueEntry, cacheDir: string): Promise<Checksum> {
  const { recordedSums, unpinnedKeys } = await loadRecordedSums()
  if (unpinnedKeys(entry).length === 0) return 'pinned'
  const sums = await recordedSums(entry, cacheDir)
  return Object.keys(sums).length > 0 ? 'recorded on first pull' : 'to be recorded'
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
