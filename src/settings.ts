// Every setting of scribe in one table: its flag, environment variable, key in the configuration
// file, fallback and help. Help texts and resolution read from here, so that they cannot disagree.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { languageTag, oneOf, webAddress, wholeNumber, yesOrNo } from './flag-values.ts'
import { maskedAddress, maskedArguments } from './masked.ts'
import { FORMAT_EXTENSIONS, type Format } from './outputs/names.ts'
import { speechCommand } from './speech-command.ts'
import { speechModel } from './speech-models.ts'
import { ytDlpArguments } from './yt-dlp-arguments.ts'

export interface Setting {
  /** As commander takes it. */
  flag?: string
  env?: string
  /** Key in the configuration file; of a profile for base_url and api_key. */
  conf?: string
  /** What counts when nothing is set, as the flag would say it. */
  fallback?: string
  help: string
  /**
   * The value that a text stands for, as the configuration file keeps it.
   *
   * @param name what a complaint calls it: the flag, or the key
   * @throws UsageError for what it cannot be
   */
  check?: (name: string, text: string) => ConfigValue | Promise<ConfigValue>
  /** Commands, by their first word, that take the configuration file's value; without it all do. */
  commands?: readonly string[]
  /** The value without the secrets in it, for showing it. */
  shown?: (value: string) => string
}

export type ConfigValue = string | number | boolean

/** One process a core saturates the machine; each further one costs 300 MB of memory. */
const DEFAULT_WORKERS = Math.min(2, availableParallelism())
const MAX_WORKERS = Math.max(16, availableParallelism())
const MAX_WORKER_MEGABYTES = 1_000_000
const MAX_CONCURRENCY = 32
const MAX_RETRIES = 1000
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const FORMATS = Object.keys(FORMAT_EXTENSIONS) as Format[]

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
    help: 'credential for the API; other users see flags in process lists, but no variables',
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
    conf: 'autostart',
    help: 'never start the local daemon by itself',
    check: yesOrNo,
  },
  maxRetries: {
    flag: '--max-retries <number>',
    conf: 'max_retries',
    help: 'repeats of a request that failed for the moment (default: 5; 12 for a lost connection)',
    check: (name, text) => wholeNumber(name, text, 0, MAX_RETRIES),
  },
  format: {
    flag: '-f, --format <format>',
    conf: 'format',
    fallback: 'text',
    help: FORMATS.join(', '),
    check: (name, text) => oneOf(name, text, FORMATS),
    commands: ['transcribe'],
  },
  language: {
    flag: '-l, --language <tag>',
    conf: 'language',
    help: 'language that is spoken, such as en (default: detected)',
    check: languageTag,
    commands: ['transcribe', 'create', 'upload'],
  },
  concurrency: {
    flag: '--concurrency <number>',
    conf: 'concurrency',
    fallback: '2',
    help: 'inputs at the same time',
    check: (name, text) => wholeNumber(name, text, 1, MAX_CONCURRENCY),
    commands: ['transcribe'],
  },
  verbose: { flag: '--verbose', help: 'tell each request and its answer on stderr' },
  debug: { flag: '--debug', help: 'as --verbose, with headers and small JSON bodies' },
  webhookSecret: {
    flag: '--secret <secret>',
    env: 'SCRIBE_WEBHOOK_SECRET',
    help: 'signing secret for `webhook verify`, `listen` and the like',
  },
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
    conf: 'port',
    fallback: '4780',
    help: 'port to listen on; 0 takes a free one',
    check: (name, text) => wholeNumber(name, text, 0, 65_535),
    commands: ['daemon'],
  },
  workers: {
    flag: '--workers <number>',
    conf: 'workers',
    fallback: String(DEFAULT_WORKERS),
    help: 'processes that recognise speech, shared by all transcriptions',
    check: (name, text) => wholeNumber(name, text, 1, MAX_WORKERS),
    commands: ['daemon'],
  },
  workerMemory: {
    flag: '--worker-memory <MB>',
    conf: 'worker_memory',
    help: 'a worker that holds more memory is replaced (default: by the model)',
    check: (name, text) => wholeNumber(name, text, 1, MAX_WORKER_MEGABYTES),
    commands: ['daemon'],
  },
  model: {
    flag: '--model <name>',
    conf: 'model',
    help: 'speech model (default: that of `scribe models list`)',
    check: speechModel,
    commands: ['daemon'],
  },
  speechCommand: {
    flag: '--speech-command <command>',
    conf: 'speech_command',
    help: 'program that recognises speech in place of a model: whisper-cli:<model file>, or one with the protocol of the README',
    check: speechCommand,
    commands: ['daemon'],
  },
  modelsMirror: {
    flag: '--models-mirror <url>',
    env: 'SCRIBE_MODELS_MIRROR',
    conf: 'models_mirror',
    help: 'address of a mirror that holds the models that do not come from npm, with the same paths',
    check: webAddress,
    shown: maskedAddress,
  },
  logLevel: {
    flag: '--log-level <level>',
    conf: 'log_level',
    fallback: 'info',
    help: 'trace, debug, info, warn, error',
    check: (name, text) => oneOf(name, text, LOG_LEVELS),
    commands: ['daemon'],
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
    conf: 'yt_dlp',
    help: 'program that fetches YouTube videos (else the one of `scribe tools`, else yt-dlp on PATH)',
    check: (_name, text) => programPath(text),
    commands: ['daemon', 'doctor', 'tools'],
  },
  ytDlpArgs: {
    flag: '--yt-dlp-args <arguments>',
    env: 'SCRIBE_YTDLP_ARGS',
    conf: 'yt_dlp_args',
    help: 'further arguments for yt-dlp, such as "--cookies-from-browser=firefox"',
    check: ytDlpArguments,
    commands: ['daemon'],
    shown: maskedArguments,
  },
  ytDlpReleases: {
    flag: '--yt-dlp-releases <url>',
    env: 'SCRIBE_YTDLP_RELEASES',
    conf: 'yt_dlp_releases',
    help: "folder with the files of yt-dlp's newest release, for a mirror",
    check: webAddress,
    shown: maskedAddress,
    commands: ['tools'],
  },
  idleExit: { flag: '--idle-exit <minutes>', help: 'leave after so many minutes without work' },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

/** A path is made absolute, a name is left to PATH. */
export function programPath(text: string): string {
  return /[\\/]/.test(text) ? resolve(text) : text
}

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
