// The flags of `daemon run` turned into the daemon's configuration, each checked with a message
// that names the flag; and back into flags, for starting it in the background.
import { plainNumber } from './flag-values.ts'
import type { Folders } from './folders.ts'
import type { DaemonConfig } from './local.ts'
import { modelsMirror } from './models-mirror.ts'
import {
  type Flags,
  programPath,
  SETTINGS,
  type Setting,
  type SettingName,
  settingOf,
} from './settings.ts'
import { VERSION } from './version.ts'

/** The settings of the daemon that `daemon start` hands on as they were given. */
export const DAEMON_SETTINGS = [
  'host',
  'port',
  'workers',
  'workerMemory',
  'model',
  'modelsMirror',
  'speechCommand',
  'logLevel',
  'webhookWaits',
  'idleExit',
  'ytDlp',
  'ytDlpArgs',
] as const satisfies SettingName[]

/**
 * All that needs nothing of the daemon's own to be understood.
 *
 * @throws UsageError naming the flag
 */
export function parseDaemonFlags(
  flags: Flags,
  folders: Folders,
  defaultModel: string,
  env: NodeJS.ProcessEnv,
): Omit<DaemonConfig, 'ytDlpArgs'> {
  const text = (name: (typeof DAEMON_SETTINGS)[number]) => {
    const { fallback }: Setting = SETTINGS[name]
    return typeof flags[name] === 'string' ? flags[name] : fallback
  }
  return {
    version: VERSION,
    host: text('host') ?? '',
    port: SETTINGS.port.check('--port', text('port') ?? ''),
    dataDir: folders.data,
    cacheDir: folders.cache,
    workers: SETTINGS.workers.check('--workers', text('workers') ?? ''),
    workerMemoryMegabytes: megabytes('--worker-memory', text('workerMemory')),
    model: text('model') ?? defaultModel,
    modelsMirror: modelsMirror({ flags, env }),
    speechCommand: text('speechCommand'),
    logLevel: SETTINGS.logLevel.check('--log-level', text('logLevel') ?? ''),
    idleExitMinutes: minutes('--idle-exit', text('idleExit')),
    allowPrivateWebhooks: flags.allowPrivateWebhooks === true,
    ytDlp: ytDlpProgram(flags, env),
    webhookWaitsSeconds: secondsList('--webhook-waits', text('webhookWaits') ?? ''),
  }
}

/** The program that fetches videos; null when no setting names one. */
export function ytDlpProgram(flags: Flags, env: NodeJS.ProcessEnv): string | null {
  const program = settingOf('ytDlp', flags, env)
  return program === undefined ? null : programPath(program)
}

function megabytes(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : SETTINGS.workerMemory.check(flag, text)
}

function minutes(flag: string, text: string | undefined): number | null {
  return text === undefined ? null : plainNumber(flag, text)
}

function secondsList(flag: string, text: string): number[] {
  return text.split(',').map((item) => plainNumber(flag, item.trim()))
}
