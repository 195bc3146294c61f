// The flags of `scribe daemon`.
import type { Command } from 'commander'
import { addAdminCommands } from './admin.ts'
import { addCommand, addDaemonCommand } from './command.ts'
import { action, optionFor, type Runner } from './runner.ts'

const RUN_SETTINGS = [
  'host',
  'port',
  'workers',
  'workerMemory',
  'model',
  'modelsMirror',
  'speechCommand',
  'logLevel',
  'allowPrivateWebhooks',
  'webhookWaits',
  'idleExit',
  'ytDlp',
  'ytDlpArgs',
] as const

export function addDaemonCommands(program: Command, runner: Runner): void {
  const daemon = addCommand(program, 'daemon', 'The local server', [
    'scribe daemon start',
    'scribe daemon status --json',
    'scribe daemon logs -f',
  ])
  addRun(daemon, runner)
  addBackground(daemon, runner)
  addLogs(daemon, runner)
  addAdminCommands(daemon, runner)
}

function addRun(daemon: Command, runner: Runner): void {
  const run = addDaemonCommand(daemon, 'run', 'Run the server in the foreground', [
    'scribe daemon run',
    'scribe daemon run --port 0 --data-dir ./data --log-level debug',
  ])
  action(withRunFlags(run), runner, async (context, _args, flags) => {
    const { runDaemon } = await import('../commands/daemon-run.ts')
    await runDaemon(context, flags)
  })
}

function addBackground(daemon: Command, runner: Runner): void {
  const load = () => import('../commands/daemon.ts')
  const start = addDaemonCommand(
    daemon,
    'start',
    'Start the server in the background and wait until it is ready',
    ['scribe daemon start', 'scribe daemon start --port 8080'],
  )
  action(withRunFlags(start), runner, async (context, _args, flags) =>
    (await load()).start(context, flags),
  )
  const restart = addDaemonCommand(daemon, 'restart', 'Stop the server if it runs, and start it', [
    'scribe daemon restart',
  ])
  action(withRunFlags(restart), runner, async (context, _args, flags) =>
    (await load()).restart(context, flags),
  )
  const stop = addDaemonCommand(
    daemon,
    'stop',
    'Stop the server; unfinished jobs go on at the next start',
    ['scribe daemon stop'],
  )
  action(stop, runner, async (context) => (await load()).stop(context))
  const status = addDaemonCommand(
    daemon,
    'status',
    'Say whether the server runs, and what it does',
    ['scribe daemon status --json'],
  )
  action(status, runner, async (context) => (await load()).status(context))
}

function addLogs(daemon: Command, runner: Runner): void {
  const logs = addDaemonCommand(daemon, 'logs', "Print the background server's log", [
    'scribe daemon logs -f',
  ]).option('-f, --follow', 'go on printing what is added')
  action(logs, runner, async (context, _args, flags) => {
    const commands = await import('../commands/daemon-logs.ts')
    await commands.logs(context, flags.follow === true)
  })
}

function withRunFlags(command: Command): Command {
  for (const name of RUN_SETTINGS) command.addOption(optionFor(name))
  return command
}
