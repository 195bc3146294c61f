// The local daemon for a command that needs one: the running one, or one started now, which
// leaves by itself when it has been idle for a while.
import type { Folders } from '../folders.ts'
import { findDaemon, type LocalDaemon } from './find.ts'
import { freePort, startDaemon } from './start.ts'

export interface ConnectOptions {
  folders: Folders
  env: NodeJS.ProcessEnv
  autostart: boolean
  /** Where a started one listens; another one when it is taken. */
  port: number
  signal: AbortSignal
  /** Done before the daemon is used; gets the model of a running one. */
  prepare(model: string | undefined): Promise<void>
  /** Wraps the start, to show that something is going on. */
  whileStarting<T>(work: Promise<T>): Promise<T>
}

const IDLE_EXIT_MINUTES = 10
const HOST = '127.0.0.1'

export async function connectLocal(options: ConnectOptions): Promise<LocalDaemon> {
  const { folders, signal } = options
  const running = await findDaemon(folders.data, signal)
  if (running === null && !options.autostart) throw new NoDaemon()
  await options.prepare(running?.status.model)
  if (running !== null) return running
  return options.whileStarting(autostart(options))
}

/** No daemon runs and none may be started. */
export class NoDaemon extends Error {
  override readonly name = 'NoDaemon'

  constructor(message = 'The local daemon is not running; start it with `scribe daemon start`') {
    super(message)
  }
}

async function autostart(options: ConnectOptions): Promise<LocalDaemon> {
  const { folders, env, signal } = options
  const start = (port: number) => {
    const flags = ['--port', String(port), '--idle-exit', String(IDLE_EXIT_MINUTES)]
    return startDaemon({ folders, env, signal, flags })
  }
  const port = await freePort(HOST, options.port)
  try {
    return await start(port)
  } catch (error) {
    // Somebody may have taken the port since it was looked at.
    if (port === 0 || (await freePort(HOST, port)) !== 0) throw error
    return start(0)
  }
}
