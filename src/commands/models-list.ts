// `scribe models list`: what there is, what of it is on this machine, and which one is used.
import { configuredValue } from '../configured.ts'
import type { Context } from '../context.ts'
import {
  type Leftover,
  loadCatalogue,
  loadInstalledModels,
  loadLeftovers,
  loadRecordedSums,
  loadWebModels,
  type RecordedSums,
} from '../local.ts'
import { modelsMirror } from '../models-mirror.ts'
import { writeTable } from '../ui/table.ts'

/** How a model's files are proved genuine. */
type Checksum = 'pinned' | 'recorded on first pull' | 'to be recorded'

const SHOWN_LANGUAGES = 3

export async function listModels(context: Context): Promise<void> {
  const { io } = context
  const { findLeftovers } = await loadLeftovers()
  const leftovers = await findLeftovers(context.folders.cache)
  const begun = leftovers.filter(({ version }) => version === null)
  const old_versions = leftovers.filter(({ version }) => version !== null)
  const models = await describeAll(context, begun)
  if (io.json) {
    return io.write(`${JSON.stringify({ object: 'list', data: models, old_versions })}\n`)
  }
  const rows = models.map((model) => [
    model.name,
    stateOf(model),
    [model.active && 'active', model.default && 'default'].filter(Boolean).join(',') || '-',
    languagesOf(model.languages),
    sizeOf(model.download_bytes),
    model.checksum,
    model.licence,
    model.description,
  ])
  const header = ['NAME', 'STATE', 'USE', 'LANGUAGES', 'DOWNLOAD', 'CHECKSUM', 'LICENCE']
  await writeTable(io, [...header, 'DESCRIPTION'], rows)
  if (old_versions.length > 0) io.note(describeOld(old_versions))
}

async function describeAll(context: Context, begun: Leftover[]) {
  const { folders } = context
  const [{ CATALOGUE, DEFAULT_MODEL, downloadBytes }, { installedModel }, web] = await Promise.all([
    loadCatalogue(),
    loadInstalledModels(),
    loadWebModels(),
  ])
  const active = (await inUse(folders.config)) ?? DEFAULT_MODEL
  const address = modelsMirror(context) ?? web.MODELS_ADDRESS
  const { recordedSums, unpinnedKeys } = await loadRecordedSums()
  return Promise.all(
    CATALOGUE.map(async (entry) => {
      const isPinned = unpinnedKeys(entry).length === 0
      const sums = isPinned ? {} : await recordedSums(entry, folders.cache)
      return {
        name: entry.name,
        role: entry.role,
        default: entry.name === DEFAULT_MODEL,
        active: entry.name === active,
        installed: (await installedModel(entry.name, folders.cache)) !== undefined,
        begun_bytes: begun.find(({ name }) => name === entry.name)?.bytes ?? 0,
        languages: entry.languages,
        download_bytes: downloadBytes(entry),
        licence: entry.licence,
        checksum: checksumOf(isPinned, sums),
        description: entry.description,
        source: entry.source,
        files: Object.entries(entry.files).map(([key, file]) => ({
          ...file,
          ...(sums[key] === undefined ? {} : { ...sums[key], recorded: true }),
          ...(entry.source.kind === 'web' ? { url: web.fileAddress(file, address) } : {}),
        })),
      }
    }),
  )
}

/** A program may have taken the place of all models. */
async function inUse(configDir: string): Promise<string | undefined> {
  const command = await configuredValue('speechCommand', configDir)
  return command ?? (await configuredValue('model', configDir))
}

function checksumOf(isPinned: boolean, sums: RecordedSums): Checksum {
  if (isPinned) return 'pinned'
  return Object.keys(sums).length > 0 ? 'recorded on first pull' : 'to be recorded'
}

function stateOf({ installed, begun_bytes }: { installed: boolean; begun_bytes: number }): string {
  if (installed) return 'installed'
  return begun_bytes > 0 ? `begun, ${sizeOf(begun_bytes)}` : '-'
}

function describeOld(versions: Leftover[]): string {
  const each = versions.map(({ name, version, bytes }) => `${name} ${version} (${sizeOf(bytes)})`)
  return `Not used any more: ${each.join(', ')}. \`scribe models prune\` deletes them.`
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
