// The one door from the command line to the daemon's code: dynamic imports, so that a command
// loads exactly what it uses and a plain start loads none of it.
export type { DaemonConfig } from '../daemon/config.ts'
export type { CatalogueEntry } from '../daemon/models/catalogue-entry.ts'
export type { Leftover } from '../daemon/models/leftovers.ts'
export type { PullProgress } from '../daemon/models/pull.ts'
export type { RecordedSums } from '../daemon/models/recorded.ts'
export type { Probe, Prober } from '../daemon/speech/prober.ts'
export type { YtDlp } from '../daemon/tools/find.ts'

/** `start(config, hooks)` runs the server in this process. */
export const loadDaemon = () => import('../daemon/main.ts')

/** What models there are; pure data. */
export const loadCatalogue = () => import('../daemon/models/catalogue.ts')

/** Where the models are that do not come from npm. */
export const loadWebModels = () => import('../daemon/models/web-source.ts')

/** Models on disk. */
export const loadInstalledModels = () => import('../daemon/models/installed.ts')

/** What is left of models that are not used any more. */
export const loadLeftovers = () => import('../daemon/models/leftovers.ts')

/** How models without a known checksum are recognised again. */
export const loadRecordedSums = () => import('../daemon/models/recorded.ts')

/** The setting speech_command: what it may be. */
export const loadSpeechCommand = () => import('../daemon/speech/engines/command-line.ts')

/** Takes models from a folder. */
export const loadImportModels = () => import('../daemon/models/import.ts')

/** Downloads models. */
export const loadPull = () => import('../daemon/models/pull.ts')

/** `openProber()` tells how long media files are, with the daemon's own measure. */
export const loadProber = () => import('../daemon/speech/prober.ts')

/** Further arguments of yt-dlp: which there may be. */
export const loadYtDlpArguments = () => import('../daemon/rules/yt-dlp-arguments.ts')

/** Which yt-dlp is used, and how old it is. */
export const loadFindYtDlp = () => import('../daemon/tools/find.ts')

/** Downloads yt-dlp. */
export const loadPullYtDlp = () => import('../daemon/tools/pull.ts')
