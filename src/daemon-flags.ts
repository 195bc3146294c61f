// The flags of `daemon run` turned into the daemon's configuration, each checked with a message
// that names the flag; and back into flags, for starting it in the background.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { UsageError } from './errors.ts'
import type { Folders } from './folders.ts'
import type { DaemonConfig } from './local.ts'
import { type Flags, SETTINGS, type Setting, type SettingName, settingOf } from './settings.ts'
import { VERSION } from './version.ts'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const MAX_WORKERS = Math.max(16, availableParallelism())

/** The settings of the daemon that `daemon start` hands on as they were given. */
export const DAEMON_SETTINGS = [
  'host',
  'port',
  'workers',
  'model',
  'logLevel',
  'webhookWaits',
  'idleExit',
  'ytDlp',
] as const satisfies SettingName[]

/** @throws UsageError naming the flag */
export function parseDaemonFlags(
  flags: Flags,
  folders: Folders,
  defaultModel: string,
  env: NodeJS.ProcessEnv = process.env,
): DaemonConfig {
  const text = (name: (typeof DAEMON_SETTINGS)[number]) => {
    const { fallback }: Setting = SETTINGS[name]
    return typeof flags[name] === 'string' ? flags[name] : fallback
  }
  return {
    version: VERSION,
    host: text('host') ?? '',
    port: wholeNumber('--port', text('port') ?? '', 0, 65_535),
    dataDir: folders.data,
    cacheDir: folders.cache,
    workers: wholeNumber('--workers', text('workers') ?? '', 1, MAX_WORKERS),
    model: text('model') ?? defaultModel,
    logLevel: oneOf('--log-level', text('logLevel') ?? '', LOG_LEVELS),
    idleExitMinutes: minutes('--idle-exit', text('idleExit')),
    allowPrivateWebhooks: flags.allowPrivateWebhooks === true,
    ytDlp: ytDlpProgram(flags, env),
    webhookWaitsSeconds: secondsList('--webhook-waits', text('webhookWaits') ?? ''),
  }
}

/** The program that fetches videos; a path is made absolute, a name is left to PATH. */
export function ytDlpProgram(flags: Flags, env: NodeJS.ProcessEnv): string {
  const program = settingOf('ytDlp', flags, env) ?? SETTINGS.ytDlp.fallback
  return /[\\/]/.test(program) ? resolve(program) : program
}

/** @throws UsageError unless `text` is a whole number from `least` to `most` */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`${flag} takes a whole number from ${least} to ${most}, not "${text}"`)
}

/** @throws UsageError unless `text` is a number, 0 or more */
export function positiveNumber(flag: string, text: string): number {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text)
  throw new UsageError(`${flag} takes a number, 0 or more, not "${text}"`)
}

/** @throws UsageError unless `text` is one of `choices` */
export function oneOf<T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new UsageError(`${flag} takes one of ${choices.join(', ')}, not "${text}"`)
}

function minutes(flag: string, text: string | undefined): number | null {
  return text === undefined ? null : positiveNumber(flag, text)
}

function secondsList(flag: string, text: string): number[] {
  return text.split(',').map((item) => positiveNumber(flag, item.trim()))
}
