// The daemon, wired: opens the store, makes the first credentials, starts the parts, listens,
// and takes everything down in the right order when the signal comes.
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { CHUNKED_MAX_BYTES } from '../src/api/limits.ts'
import type { DaemonFile } from '../src/api/local.ts'
import { buildApp } from './app.ts'
import { type DaemonConfig, SHUTDOWN_MS } from './config.ts'
import { systemClock } from './io/clock.ts'
import { requireOwnFolder } from './io/data-folder.ts'
import { anyTargets, createDeliver, publicTargets } from './io/deliver.ts'
import { writeFileDurably } from './io/durable.ts'
import { localFiles } from './io/local-files.ts'
import { keepLocalKey } from './io/local-key.ts'
import { type LocalSocket, openLocalSocket } from './io/local-socket.ts'
import { openVideoFetcher } from './io/media.ts'
import { openMediaFiles } from './io/media-files.ts'
import { createSpeech, jobsAtOnce } from './io/speech.ts'
import { openStore } from './io/store.ts'
import { openTranscriptFiles } from './io/transcript-files.ts'
import { createLog } from './log.ts'
import { commandEngine, speakerModelFiles } from './models/engine.ts'
import { createSupply } from './models/supply.ts'
import { checkYtDlpArguments } from './rules/yt-dlp-arguments.ts'
import { watchAbandoned } from './service/abandoned.ts'
import { Changes } from './service/changes.ts'
import { startDeliverer } from './service/deliverer.ts'
import { watchIdle } from './service/idle.ts'
import type { Parts, Service } from './service/parts.ts'
import { startRunner } from './service/runner.ts'
import { sweepOrphans } from './service/sweep.ts'
import { findYtDlp } from './tools/find.ts'

export interface StartHooks {
  /** Ends the daemon: no new work, answers what is under way, leaves the rest to the next start. */
  signal: AbortSignal
  /** Requests are accepted from now on. */
  onReady(info: { base_url: string; pid: number; data_dir: string }): void
}

/**
 * Runs the daemon; resolves when it has closed cleanly.
 *
 * @throws ForeignFolder, DataDirLocked, StoreDamaged, and what listening throws (EADDRINUSE, EACCES)
 */
export async function start(config: DaemonConfig, hooks: StartHooks): Promise<void> {
  const log = createLog(config.logLevel)
  const ended = new AbortController()
  const closing = new AbortController()
  await requireOwnFolder(config.dataDir)
  const store = await openStore({ dir: config.dataDir, log })
  const closers: (() => Promise<void>)[] = [() => store.close()]
  try {
    await keepLocalKey(config.dataDir, store, systemClock.now())
    const parts = await openParts(config, store, log, closing.signal)
    closers.push(() => parts.speech.close())
    closers.push(async () => closing.abort())
    await sweepOrphans(parts)
    const deliverer = startDeliverer(parts, config.webhookWaitsSeconds)
    closers.push(() => deliverer.close())
    const runner = await startRunner(parts, jobsAtOnce(config.workers), config.retryWaits)
    closers.push(() => runner.close())
    const stopWatching = watchAbandoned(parts)
    closers.push(async () => stopWatching())
    const service: Service = { ...parts, runner, deliverer }
    const { app, file, door } = await listen(config, service)
    closers.push(() => closeApp(app, door, parts))
    await announce(config.dataDir, file)
    closers.push(() => rm(daemonFile(config.dataDir), { force: true }))
    watchIdle(app.server, service, config.idleExitMinutes, () => ended.abort())
    hooks.onReady({ base_url: file.base_url, pid: file.pid, data_dir: file.data_dir })
    await aborted(AbortSignal.any([hooks.signal, ended.signal]))
    log.info('closing')
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** @param signal ends what is on its way into the cache folder */
async function openParts(
  config: DaemonConfig,
  store: Parts['store'],
  log: Logger,
  signal: AbortSignal,
): Promise<Parts> {
  const changes = new Changes()
  const { model, speechCommand, cacheDir, modelsMirror: mirror } = config
  const onPull = changes.setPulling.bind(changes)
  const speech = createSpeech({
    workerPath: config.workerPath ?? ownFile('./speech/worker.js'),
    resolveModel: createSupply({ model, speechCommand, cacheDir, mirror, signal, onPull, log }),
    resolveSpeakerModels: () => speakerModelFiles(cacheDir),
    spoolFolder: join(config.dataDir, 'speech'),
    workers: config.workers,
    memoryLimitMegabytes: config.workerMemoryMegabytes,
    log,
  })
  return {
    store,
    media: await openMediaFiles(config.dataDir),
    localFiles,
    transcripts: await openTranscriptFiles(config.dataDir),
    speech,
    fetcher: await openVideoFetcher({
      dataDir: config.dataDir,
      audioMaxBytes: CHUNKED_MAX_BYTES,
      configured: config.ytDlp,
      find: () => findYtDlp({ configured: config.ytDlp, cacheDir: config.cacheDir }),
      extra: checkYtDlpArguments(config.ytDlpArgs),
    }),
    deliver: createDeliver({
      targets: config.allowPrivateWebhooks ? anyTargets : publicTargets(config.dnsServers),
    }),
    clock: systemClock,
    changes,
    log,
  }
}

async function listen(
  config: DaemonConfig,
  service: Service,
): Promise<{ app: FastifyInstance; file: DaemonFile; door: LocalSocket | null }> {
  const { dataDir: data_dir, version, speechCommand } = config
  const model = speechCommand === undefined ? config.model : commandEngine(speechCommand).model
  const startedAt = systemClock.now()
  const file = {
    ...{ pid: process.pid, base_url: '', version, data_dir },
    started_at: new Date(startedAt).toISOString(),
    idle_exit_minutes: config.idleExitMinutes,
    socket_path: null as string | null,
  }
  const app = await buildApp({
    service,
    publicDir: ownFile('./public'),
    docsDir: ownFile('./docs'),
    status() {
      const { active, queued } = service.runner.counts()
      const uptime_seconds = Math.round((systemClock.now() - startedAt) / 1000)
      const { pid, base_url } = file
      const jobs = { active_jobs: active, queued_jobs: queued }
      return { pid, base_url, version, uptime_seconds, ...jobs, model, data_dir }
    },
  })
  await app.listen({ host: config.host, port: config.port })
  file.base_url = baseUrl(config.host, app.server.address() as AddressInfo)
  const door = await openLocalSocket(data_dir, app.server)
  file.socket_path = door?.path ?? null
  return { app, file, door }
}

/** The address to use from this machine; a wildcard address is reached through loopback. */
function baseUrl(host: string, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/v1`
}

/** Tells the commands on this machine where the daemon is. */
async function announce(dataDir: string, file: DaemonFile): Promise<void> {
  await writeFileDurably(daemonFile(dataDir), `${JSON.stringify(file)}\n`)
}

function daemonFile(dataDir: string): string {
  return join(dataDir, 'daemon.json')
}

/** Held requests answer at once; slow ones have until SHUTDOWN_MS. */
async function closeApp(
  app: FastifyInstance,
  door: LocalSocket | null,
  { changes }: Parts,
): Promise<void> {
  changes.close()
  const timer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_MS)
  await Promise.all([door?.close(), app.close()])
  clearTimeout(timer)
}

function ownFile(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
