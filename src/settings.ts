// Every setting of scribe in one table: its flag, environment variable, key in the configuration
// file, fallback and help. Help texts and resolution read from here, so that they cannot disagree.
import { availableParallelism } from 'node:os'

export interface Setting {
  /** As commander takes it. */
  flag?: string
  env?: string
  /** Key in the configuration file; of a profile for base_url and api_key. */
  conf?: string
  /** What counts when nothing is set, as the flag would say it. */
  fallback?: string
  help: string
}

/** One process a core saturates the machine; each further one costs 300 MB of memory. */
const DEFAULT_WORKERS = Math.min(2, availableParallelism())

export const SETTINGS = {
  baseUrl: {
    flag: '--base-url <url>',
    env: 'SCRIBE_BASE_URL',
    conf: 'base_url',
    help: 'API to talk to, with its /v1 (else the profile, else the local daemon)',
  },
  apiKey: {
    flag: '--api-key <key>',
    env: 'SCRIBE_API_KEY',
    conf: 'api_key',
    help: 'credential for the API (prefer SCRIBE_API_KEY: flags show in process lists)',
  },
  profile: {
    flag: '--profile <name>',
    env: 'SCRIBE_PROFILE',
    conf: 'current_profile',
    help: 'stored profile to use',
  },
  autostart: {
    flag: '--no-autostart',
    env: 'SCRIBE_NO_AUTOSTART',
    help: 'never start the local daemon by itself',
  },
  maxRetries: {
    flag: '--max-retries <number>',
    help: 'repeats of a request that failed for the moment (default: 5; 12 for a lost connection)',
  },
  verbose: { flag: '--verbose', help: 'tell each request and its answer on stderr' },
  debug: { flag: '--debug', help: 'as --verbose, with headers and small JSON bodies' },
  configDir: { env: 'SCRIBE_CONFIG_DIR', help: 'folder of the configuration file' },
  dataDir: {
    flag: '--data-dir <dir>',
    env: 'SCRIBE_DATA_DIR',
    help: "folder of the daemon's data",
  },
  cacheDir: { env: 'SCRIBE_CACHE_DIR', help: 'folder of the speech models' },
  stateDir: { env: 'SCRIBE_STATE_DIR', help: 'folder of logs and unfinished uploads' },
  host: { flag: '--host <address>', fallback: '127.0.0.1', help: 'address to listen on' },
  port: {
    flag: '--port <number>',
    fallback: '4780',
    help: 'port to listen on; 0 takes a free one',
  },
  workers: {
    flag: '--workers <number>',
    fallback: String(DEFAULT_WORKERS),
    help: 'transcriptions that run at once',
  },
  model: { flag: '--model <name>', help: 'speech model (default: that of `scribe models list`)' },
  logLevel: {
    flag: '--log-level <level>',
    fallback: 'info',
    help: 'trace, debug, info, warn, error',
  },
  allowPrivateWebhooks: {
    flag: '--allow-private-webhooks',
    help: 'let webhooks go to private addresses and over plain http, for local work',
  },
  webhookWaits: {
    flag: '--webhook-waits <seconds,…>',
    fallback: '120,240,480,960,1920',
    help: 'waits between the attempts of a webhook delivery',
  },
  ytDlp: {
    flag: '--yt-dlp <path>',
    env: 'SCRIBE_YTDLP',
    fallback: 'yt-dlp',
    help: 'program that fetches YouTube videos (else yt-dlp on PATH)',
  },
  idleExit: { flag: '--idle-exit <minutes>', help: 'leave after so many minutes without work' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** Flags as commander hands them over: absent ones are undefined. */
export type Flags = Record<string, unknown>

/** Flag, else environment variable; an empty one counts as not set. */
export function settingOf(
  name: SettingName,
  flags: Flags,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const flag = flags[name]
  if (typeof flag === 'string') return flag
  const { env: variable }: Setting = SETTINGS[name]
  return (variable === undefined ? undefined : env[variable]) || undefined
}

/** False with `--no-autostart` or `SCRIBE_NO_AUTOSTART=1` (any value but 0 or false). */
export function autostartAllowed(flags: Flags, env: NodeJS.ProcessEnv): boolean {
  if (flags.autostart === false) return false
  const off = env[SETTINGS.autostart.env] ?? ''
  return off === '' || off === '0' || off === 'false'
}
