// Finds the running daemon of a data folder: it leaves its address in daemon.json once it accepts
// requests and its first key in api-key. A file left by a daemon that died counts for nothing.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DaemonFile, DaemonStatus } from '../api/local.ts'
import { Http } from '../client/http.ts'
import { isAlive } from '../process-identity.ts'

export interface LocalDaemon {
  status: DaemonStatus
  apiKey: string
  /** A quicker way to it than its port; null where there is none. */
  socketPath: string | null
}

const STATUS_TIMEOUT_MS = 5000

/** @returns null when no daemon of this folder answers */
export async function findDaemon(
  dataDir: string,
  signal: AbortSignal,
): Promise<LocalDaemon | null> {
  const file = await readDaemonFile(dataDir)
  if (file === null) return null
  const apiKey = await readApiKey(dataDir)
  if (apiKey === null) return null
  const socketPath = await usable(file.socket_path)
  const http = new Http({ baseUrl: file.base_url, apiKey, socketPath })
  try {
    const timeout = AbortSignal.timeout(STATUS_TIMEOUT_MS)
    const path = new URL('/status', file.base_url).href
    const both = AbortSignal.any([signal, timeout])
    const { text } = await http.send({ method: 'GET', path, signal: both })
    return { status: JSON.parse(text) as DaemonStatus, apiKey, socketPath }
  } catch {
    signal.throwIfAborted()
    return null
  } finally {
    await http.close()
  }
}

/** An older daemon tells of none, and somebody may have removed it. */
async function usable(socketPath: string | null | undefined): Promise<string | null> {
  const stats = socketPath ? await stat(socketPath).catch(() => null) : null
  return stats?.isSocket() ? (socketPath ?? null) : null
}

/** @returns null when there is none, or its process has died */
export async function readDaemonFile(dataDir: string): Promise<DaemonFile | null> {
  const file = await readFileOf(dataDir)
  return file !== null && isAlive(file.pid) ? file : null
}

/** What a daemon left that died without closing; null when there is none, or it runs. */
export async function readCrashedDaemon(dataDir: string): Promise<DaemonFile | null> {
  const file = await readFileOf(dataDir)
  return file !== null && !isAlive(file.pid) ? file : null
}

async function readFileOf(dataDir: string): Promise<DaemonFile | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, 'daemon.json'), 'utf8')) as DaemonFile
  } catch {
    return null
  }
}

async function readApiKey(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, 'api-key'), 'utf8').catch(() => '')
  return text.trim() || null
}
