// Starts the daemon in the background and waits until it accepts requests. Two starts at once end
// with one daemon: its lock on the data folder refuses the second, which then uses the first.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Folders } from '../folders.ts'
import { findDaemon, type LocalDaemon } from './find.ts'
import { lastMessage, openLog } from './log-file.ts'

export interface StartOptions {
  folders: Folders
  /** Flags for `daemon run`, beside the data folder. */
  flags: string[]
  env: NodeJS.ProcessEnv
  signal: AbortSignal
}

/** The exit code of `daemon run` when another daemon holds the data folder. */
export const ALREADY_RUNNING_EXIT = 9

const PATIENCE_MS = 20_000
const OTHER_DAEMON_MS = 2000
const LOOK_AGAIN_MS = 250

/** @throws Error with the daemon's own words when it does not come up */
export async function startDaemon(options: StartOptions): Promise<LocalDaemon> {
  await mkdir(options.folders.data, { recursive: true, mode: 0o700 })
  const deadline = performance.now() + PATIENCE_MS
  // Refused by a daemon that is just coming up, or one that is just leaving.
  while (!(await startOnce(options))) {
    const other = await announced(options.folders.data, options.signal, OTHER_DAEMON_MS)
    if (other !== null) return other
    if (performance.now() > deadline) {
      throw new Error(`A daemon holds ${options.folders.data} but does not answer`)
    }
  }
  const started = await announced(options.folders.data, options.signal, PATIENCE_MS)
  if (started === null) throw new Error('The local daemon started but does not answer')
  return started
}

/** @returns false when another daemon holds the data folder */
async function startOnce({ folders, flags, env, signal }: StartOptions): Promise<boolean> {
  const log = await openLog(folders.state)
  const child = spawn(process.execPath, [programPath(), 'daemon', 'run', ...flags], {
    detached: true,
    stdio: ['ignore', 'pipe', log.handle.fd],
    env: { ...env, ...folderVariables(folders) },
    cwd: '/',
  })
  try {
    const exitCode = await readyOrExit(child, signal)
    if (exitCode === null) return true
    if (exitCode === ALREADY_RUNNING_EXIT) return false
    const reason = (await lastMessage(log.path, log.sizeBytes)) ?? `it ended with ${exitCode}`
    throw new Error(`The local daemon did not start: ${reason} (its log: ${log.path})`)
  } finally {
    child.stdout?.destroy()
    child.unref()
    await log.handle.close()
  }
}

/** The preferred port when it is free, else 0, which makes the system choose. */
export async function freePort(host: string, preferred: number): Promise<number> {
  const server = createServer()
  try {
    server.listen(preferred, host)
    await once(server, 'listening')
    return preferred
  } catch {
    return 0
  } finally {
    server.close()
  }
}

/** The file this process was started with, which is bin/scribe.js. */
function programPath(): string {
  return process.argv[1] ?? ''
}

function folderVariables(folders: Folders): Record<string, string> {
  return {
    SCRIBE_CONFIG_DIR: folders.config,
    SCRIBE_DATA_DIR: folders.data,
    SCRIBE_CACHE_DIR: folders.cache,
    SCRIBE_STATE_DIR: folders.state,
  }
}

/** @returns null once the ready line came, else the exit code (1 when a signal ended it) */
function readyOrExit(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(null))
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** @returns null when no daemon of this folder answered in time */
async function announced(
  dataDir: string,
  signal: AbortSignal,
  patienceMs: number,
): Promise<LocalDaemon | null> {
  const timeout = AbortSignal.timeout(patienceMs)
  const either = AbortSignal.any([signal, timeout])
  const watcher = watch(dataDir, { persistent: false })
  watcher.on('error', () => undefined)
  try {
    for (;;) {
      const changed = once(watcher, 'change', { signal: either }).catch(() => undefined)
      const daemon = await findDaemon(dataDir, signal)
      if (daemon !== null || timeout.aborted) return daemon
      await Promise.race([changed, sleep(LOOK_AGAIN_MS)])
      signal.throwIfAborted()
    }
  } finally {
    watcher.close()
  }
}
