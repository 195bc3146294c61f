// The daemon's own settings: the flags of `scribe daemon run`, and the values that the API
// leaves open.
import type { RetryWaits } from './rules/retry-waits.ts'

export interface DaemonConfig {
  /** Of the package; shown by /status. */
  version: string
  host: string
  /** 0 takes a free port. */
  port: number
  dataDir: string
  /** Where models are kept. */
  cacheDir: string
  /** Processes that recognise speech, shared by all transcriptions. */
  workers: number
  /** A recogniser that holds more is replaced between two pieces; absent: by its model's size. */
  workerMemoryMegabytes?: number | undefined
  model: string
  /** Address of a mirror of the models that are not in npm packages. */
  modelsMirror?: string | undefined
  /** A program in the place of the model (see speech/engines/command-line.ts). */
  speechCommand?: string | undefined
  logLevel: string
  /** Ends the daemon after so many minutes without request or work; null never does. */
  idleExitMinutes: number | null
  /** Webhooks may go to private addresses and over plain http. */
  allowPrivateWebhooks: boolean
  /** Between the attempts of a delivery; the API's are 120, 240, 480, 960 and 1920. */
  webhookWaitsSeconds: number[]
  /** Name servers that webhook hosts are looked up at (`address` or `address:port`). */
  dnsServers?: string[]
  /** The program yt-dlp: a path, or a name to be looked up on PATH; null takes the pulled one. */
  ytDlp: string | null
  /** Further arguments of yt-dlp (see rules/yt-dlp-arguments.ts). */
  ytDlpArgs: readonly string[]
  /** Other waits between the attempts at a job than RETRY_WAITS. */
  retryWaits?: RetryWaits
  /** Another program in the place of the speech children. */
  workerPath?: string
}

/** How long an upload token is valid; asking for the reservation again renews it. */
export const UPLOAD_TOKEN_SECONDS = 24 * 60 * 60

/** An upload is canceled so long after its token expired without being renewed. */
export const ABANDONED_AFTER_SECONDS = 7 * 24 * 60 * 60

/** How old a transcription may be that reuse_recent returns; the API's value. */
export const REUSE_WINDOW_SECONDS = 24 * 60 * 60

/** Where plans and top-ups are bought: the daemon's own page. Appended to its address. */
export const BILLING_PATH = '/#billing'

/** The one plan of a local server. */
export const LOCAL_PLAN = { id: 'plan_local', name: 'Local' }

/** What a new team gets unless told otherwise. The first run's team is the user's own machine. */
export const TEAM_DEFAULTS = {
  minutesPerCycle: 1_000_000,
  topupMinutes: 0,
  requestsPerMinute: 6000,
  maxActiveJobs: 1000,
  maxFileBytes: 2_000_000_000,
}

/** Webhook attempts at the same time, and of these to one host. */
export const DELIVERY_LIMITS = { total: 16, perHost: 2 }

/** What is kept of deliveries: attempts of each, and deliveries of a team that have ended. */
export const DELIVERIES_KEPT = { attempts: 20, ended: 1000 }

/** Largest JSON body, in bytes. */
export const JSON_MAX_BYTES = 64 * 1024

/** Largest headers of a request, in bytes. */
export const HEADERS_MAX_BYTES = 16 * 1024

/** The headers of a request arrive within so long, in ms. */
export const HEADERS_TIMEOUT_MS = 10_000

/** A whole request, the slowest upload included, arrives within so long, in ms. */
export const REQUEST_TIMEOUT_MS = 60 * 60_000

/** A connection on which nothing moves ends after so long, in ms; longer than any held answer. */
export const IDLE_SOCKET_MS = 2 * 60_000

/** A closing daemon answers what is under way for so long, in ms, and has ended 10 s after the signal. */
export const SHUTDOWN_MS = 9_000
