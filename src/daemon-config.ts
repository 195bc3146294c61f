// The configuration for a daemon that is started by this command line, checked as a whole.
import { parseDaemonFlags } from './daemon-flags.ts'
import type { Folders } from './folders.ts'
import { type DaemonConfig, loadCatalogue } from './local.ts'
import { type Flags, settingOf } from './settings.ts'
import { speechCommand } from './speech-command.ts'
import { requireInstalled, speechModel } from './speech-models.ts'
import { splitYtDlpArguments } from './yt-dlp-arguments.ts'

/**
 * @throws UsageError naming the flag, or the models that there are
 * @throws Error when the model is another than the default one and not installed
 */
export async function readDaemonConfig(
  flags: Flags,
  folders: Folders,
  env: NodeJS.ProcessEnv,
): Promise<DaemonConfig> {
  const { DEFAULT_MODEL } = await loadCatalogue()
  const config = parseDaemonFlags(flags, folders, DEFAULT_MODEL, env)
  await speechModel('--model', config.model)
  if (config.speechCommand === undefined) await requireInstalled(config.model, config.cacheDir)
  else await speechCommand('--speech-command', config.speechCommand)
  const further = settingOf('ytDlpArgs', flags, env) ?? ''
  return { ...config, ytDlpArgs: await splitYtDlpArguments('--yt-dlp-args', further) }
}
