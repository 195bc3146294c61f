// A second door beside the TCP port, for the programs of this machine: a socket in the data
// folder, so that only who may read the folder gets to it. Who comes through it is this machine's
// own user, and may name a file instead of sending it (local-files.ts), which no stranger and no
// page in a browser may. The same server answers behind both doors, and asks for the same
// credentials.
import { chmod, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'

export interface LocalSocket {
  path: string
  /** Takes no new connections; resolves when the last one has ended. */
  close(): Promise<void>
}

const connections = new WeakSet<Socket>()

/** Whether a connection came through the socket. */
export function isLocal(connection: Socket): boolean {
  return connections.has(connection)
}

/** What systems take as the path of a socket, in bytes. */
const PATH_MAX_BYTES = 100

/**
 * Opens the socket of a data folder whose lock is held.
 *
 * @returns null where there can be none: on Windows, and in a folder with too long a path
 */
export async function openLocalSocket(
  dataDir: string,
  server: Server,
): Promise<LocalSocket | null> {
  const path = join(dataDir, 'daemon.sock')
  // Left by a daemon that crashed.
  await rm(path, { force: true })
  if (process.platform === 'win32' || Buffer.byteLength(path) > PATH_MAX_BYTES) return null
  const door = createServer({ allowHalfOpen: true }, (connection) => {
    connections.add(connection)
    server.emit('connection', connection)
  })
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject).listen(path, resolve)
  })
  await chmod(path, 0o600)
  return { path, close: () => new Promise((resolve) => door.close(() => resolve())) }
}
