// The configuration for a daemon that is started by this command line, checked as a whole.
import { parseDaemonFlags } from './daemon-flags.ts'
import { UsageError } from './errors.ts'
import type { Folders } from './folders.ts'
import { type DaemonConfig, loadCatalogue } from './local.ts'
import type { Flags } from './settings.ts'

/** @throws UsageError naming the flag, or the models that there are */
export async function readDaemonConfig(
  flags: Flags,
  folders: Folders,
  env: NodeJS.ProcessEnv,
): Promise<DaemonConfig> {
  const { CATALOGUE, DEFAULT_MODEL, findModel } = await loadCatalogue()
  const config = parseDaemonFlags(flags, folders, DEFAULT_MODEL, env)
  if (findModel(config.model)?.role === 'speech') return config
  const speech = CATALOGUE.filter(({ role }) => role === 'speech')
  const known = speech.map(({ name }) => name).join(', ')
  throw new UsageError(`--model takes one of ${known}, not "${config.model}"`)
}
