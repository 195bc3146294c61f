// `scribe daemon start|stop|restart|status`: the server in the background.
import type { Context } from '../context.ts'
import { readDaemonConfig } from '../daemon-config.ts'
import { DAEMON_SETTINGS } from '../daemon-flags.ts'
import { findDaemon, type LocalDaemon } from '../local-daemon/find.ts'
import { startDaemon } from '../local-daemon/start.ts'
import { stopDaemon } from '../local-daemon/stop.ts'
import { type Flags, SETTINGS } from '../settings.ts'
import { showWork } from '../ui/spinner.ts'

/** Does nothing when it runs already. */
export async function start(context: Context, flags: Flags): Promise<void> {
  const { folders, env, signal, io } = context
  // Checked here too: a wrong flag must be told at once, not in a log.
  await readDaemonConfig(flags, folders, env)
  const running = await findDaemon(folders.data, signal)
  if (running !== null) {
    io.note('The daemon runs already')
    return printStatus(context, running)
  }
  const further = { folders, env: { ...env, ...secretsOf(flags) }, signal }
  const work = startDaemon({ ...further, flags: runFlagsOf(flags) })
  await printStatus(context, await showWork(io, 'Starting the local daemon', work))
}

export async function restart(context: Context, flags: Flags): Promise<void> {
  await stopRunning(context)
  await start(context, flags)
}

/** Does nothing when none runs. */
export async function stop(context: Context): Promise<void> {
  const stopped = await stopRunning(context)
  context.io.note(stopped ? 'The daemon has stopped' : 'The daemon is not running')
  if (context.io.json) await context.io.write(`${JSON.stringify({ running: false })}\n`)
}

/** Answers also when none runs: that is a state, not a failure. */
export async function status(context: Context): Promise<void> {
  const running = await findDaemon(context.folders.data, context.signal)
  if (running !== null) return printStatus(context, running)
  const { io, folders } = context
  await io.write(
    io.json
      ? `${JSON.stringify({ running: false, ...NOTHING, data_dir: folders.data })}\n`
      : 'The daemon is not running; `scribe daemon start` starts it\n',
  )
}

const NOTHING = {
  pid: null,
  base_url: null,
  version: null,
  uptime_seconds: null,
  active_jobs: null,
  queued_jobs: null,
  model: null,
}

async function stopRunning({ folders, signal, io }: Context): Promise<boolean> {
  const running = await findDaemon(folders.data, signal)
  if (running === null) return false
  const work = stopDaemon(running.status.pid, signal)
  await showWork(io, 'Stopping the local daemon', work)
  return true
}

async function printStatus({ io }: Context, { status }: LocalDaemon): Promise<void> {
  if (io.json) return io.write(`${JSON.stringify({ running: true, ...status })}\n`)
  const jobs = `${status.active_jobs} active, ${status.queued_jobs} queued`
  const rows = [
    ['running', `pid ${status.pid}, version ${status.version}, up ${status.uptime_seconds} s`],
    ['base URL', status.base_url],
    ['jobs', jobs],
    ['model', status.model],
    ['data', status.data_dir],
  ]
  await io.write(`${rows.map(([name, value]) => `${name}\t${value}`).join('\n')}\n`)
}

/** They may hold a password. */
const SECRET = ['ytDlpArgs', 'modelsMirror'] as const

/** What everybody could read in the list of processes is handed on in the environment. */
function secretsOf(flags: Flags): NodeJS.ProcessEnv {
  const given = SECRET.filter((name) => typeof flags[name] === 'string')
  return Object.fromEntries(given.map((name) => [SETTINGS[name].env, String(flags[name])]))
}

/** The other flags as they were given, for `daemon run`. */
function runFlagsOf(flags: Flags): string[] {
  const valued = DAEMON_SETTINGS.flatMap((name) => {
    const value = flags[name]
    // An empty variable would leave it to the configuration file.
    if (SECRET.some((secret) => secret === name) && value !== '') return []
    return typeof value === 'string' ? [`${longFlag(SETTINGS[name].flag)}=${value}`] : []
  })
  const webhooks = flags.allowPrivateWebhooks === true ? [SETTINGS.allowPrivateWebhooks.flag] : []
  return [...valued, ...webhooks]
}

function longFlag(flag: string): string {
  return flag.split(' ')[0] ?? flag
}
