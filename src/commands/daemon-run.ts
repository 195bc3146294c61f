// `scribe daemon run`: the server in this process, until a signal ends it.
import { ApiError } from '../api/errors.ts'
import type { Context } from '../context.ts'
import { readDaemonConfig } from '../daemon-config.ts'
import { UsageError } from '../errors.ts'
import { loadDaemon } from '../local.ts'
import type { Flags } from '../settings.ts'

/** Prints one line on stdout once requests are accepted; resolves after a clean shutdown. */
export async function runDaemon(
  { io, folders, env, signal }: Context,
  flags: Flags,
): Promise<void> {
  const config = await readDaemonConfig(flags, folders, env)
  const { start } = await loadDaemon()
  try {
    await start(config, {
      signal,
      onReady: (info) => {
        io.stdout.write(`${JSON.stringify({ event: 'ready', ...info })}\n`)
      },
    })
  } catch (error) {
    throw startFailure(error, config.port)
  }
}

/** The daemon's own errors, told for the one who typed the command. */
function startFailure(error: unknown, port: number): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'DataDirLocked' && 'pid' in error) {
    const message = `A daemon runs on this data folder already (pid ${error.pid})`
    return new ApiError('invalid_state', message, {}, { cause: error })
  }
  // Of the address only: the data folder has errors of the same codes.
  const listening = 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))
  const code = listening && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use; --port takes another one, 0 a free one`)
  }
  if (code === 'EACCES') return new Error(`Port ${port} may not be used: ${error.message}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`--host is no address of this machine (${error.message})`)
  }
  return error
}
