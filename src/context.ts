// What a command gets: streams, the signal that ends it, its folders, and a client for where it
// goes. Everything costly is made when it is asked for.
import type { Client } from './client/client.ts'
import type { HttpOptions } from './client/http.ts'
import { configuredValue } from './configured.ts'
import { type Folders, foldersOf } from './folders.ts'
import { Io } from './io.ts'
import type { ConnectOptions } from './local-daemon/connect.ts'
import type { LocalDaemon } from './local-daemon/find.ts'
import { requestOptions } from './request-options.ts'
import { autostartAllowed, type Flags, SETTINGS } from './settings.ts'
import { resolveTarget } from './target.ts'

export type PrepareLocal = (model: string | undefined) => Promise<void>

export interface Connection {
  client: Client
  /** Tells two targets apart: base URL and key, or the local daemon's data folder. */
  identity: string
}

export interface Context {
  io: Io
  /** Aborted with Interrupted by Ctrl-C or a termination signal. */
  signal: AbortSignal
  flags: Flags
  env: NodeJS.ProcessEnv
  folders: Folders
  /**
   * Connects to the command's target.
   *
   * @param prepareLocal done before the local daemon is used or started, only when it is the
   *   target; gets the model of a running daemon
   */
  connect(prepareLocal?: PrepareLocal): Promise<Connection>
  /** Ends connections. */
  close(): Promise<void>
}

export function createContext(process: NodeJS.Process, flags: Flags, signal: AbortSignal): Context {
  const { env } = process
  const io = new Io(process, {
    json: flags.json === true,
    quiet: flags.quiet === true,
    verbose: flags.verbose === true || flags.debug === true,
  })
  const folders = foldersOf(flags, env)
  let connection: Promise<Connection> | undefined
  const context: Context = {
    io,
    signal,
    flags,
    env,
    folders,
    connect(prepareLocal) {
      connection ??= connect(context, prepareLocal)
      return connection
    },
    async close() {
      await connection?.then(({ client }) => client.close()).catch(() => undefined)
    },
  }
  return context
}

async function connect(context: Context, prepareLocal?: PrepareLocal): Promise<Connection> {
  const { flags, env, folders } = context
  const target = await resolveTarget(flags, env, folders.config)
  if (target.notice !== undefined) context.io.note(target.notice)
  if (target.baseUrl !== null) {
    const { baseUrl, apiKey } = target
    const client = await openClient(context, { baseUrl, apiKey })
    return { client, identity: `${baseUrl} ${apiKey}` }
  }
  const { showWork } = await import('./ui/spinner.ts')
  const { status, apiKey, socketPath } = await localDaemon(context, prepareLocal, (work) =>
    showWork(context.io, 'Starting the local daemon', work),
  )
  const { followLocal } = await import('./local-daemon/follow.ts')
  const client = await openClient(context, {
    baseUrl: status.base_url,
    apiKey: target.apiKey ?? apiKey,
    socketPath,
    locate: followLocal(folders.data, () => restartLocal(context)),
  })
  return { client, identity: folders.data }
}

/** Something else may be drawn on the terminal by now. */
function restartLocal(context: Context): Promise<LocalDaemon> {
  return localDaemon(context, undefined, (work) => {
    context.io.note('The local daemon crashed; starting it again …')
    return work
  })
}

async function localDaemon(
  context: Context,
  prepare: PrepareLocal = async () => {},
  whileStarting: ConnectOptions['whileStarting'],
): Promise<LocalDaemon> {
  const { connectLocal } = await import('./local-daemon/connect.ts')
  const { folders, env, signal, flags } = context
  return connectLocal({
    folders,
    env,
    signal,
    prepare,
    port: Number((await configuredValue('port', folders.config)) ?? SETTINGS.port.fallback),
    autostart: autostartAllowed(flags, env),
    whileStarting,
  })
}

async function openClient(context: Context, options: HttpOptions): Promise<Client> {
  const { Client } = await import('./client/client.ts')
  return new Client({ ...(await requestOptions(context)), ...options })
}
