// The flags of `scribe daemon`.
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Flags } from '../settings.ts'
import { addAdminCommands } from './admin.ts'
import { action, optionFor, type Runner } from './runner.ts'

const RUN_SETTINGS = [
  'host',
  'port',
  'workers',
  'model',
  'logLevel',
  'allowPrivateWebhooks',
  'webhookWaits',
  'idleExit',
  'ytDlp',
] as const

export function addDaemonCommands(program: Command, runner: Runner): void {
  const daemon = program
    .command('daemon')
    .description('The local server')
    .addHelpText(
      'after',
      '\nExamples:\n  $ scribe daemon start\n  $ scribe daemon status --json\n  $ scribe daemon logs -f\n',
    )
  const add = (
    name: string,
    description: string,
    examples: string,
    work: (context: Context, flags: Flags) => Promise<void>,
  ) => {
    const command = daemon
      .command(name)
      .description(description)
      .addOption(optionFor('dataDir'))
      .addHelpText('after', `\nExamples:\n${examples}\n`)
    return action(command, runner, (context, _args, flags) => work(context, flags))
  }

  withRunFlags(
    add(
      'run',
      'Run the server in the foreground',
      '  $ scribe daemon run\n  $ scribe daemon run --port 0 --data-dir ./data --log-level debug',
      async (context, flags) =>
        (await import('../commands/daemon-run.ts')).runDaemon(context, flags),
    ),
  )
  withRunFlags(
    add(
      'start',
      'Start the server in the background and wait until it is ready',
      '  $ scribe daemon start\n  $ scribe daemon start --port 8080',
      async (context, flags) => (await import('../commands/daemon.ts')).start(context, flags),
    ),
  )
  withRunFlags(
    add(
      'restart',
      'Stop the server if it runs, and start it',
      '  $ scribe daemon restart',
      async (context, flags) => (await import('../commands/daemon.ts')).restart(context, flags),
    ),
  )
  add(
    'stop',
    'Stop the server; unfinished jobs go on at the next start',
    '  $ scribe daemon stop',
    async (context) => (await import('../commands/daemon.ts')).stop(context),
  )
  add(
    'status',
    'Say whether the server runs, and what it does',
    '  $ scribe daemon status --json',
    async (context) => (await import('../commands/daemon.ts')).status(context),
  )
  add(
    'logs',
    "Print the background server's log",
    '  $ scribe daemon logs -f',
    async (context, flags) =>
      (await import('../commands/daemon-logs.ts')).logs(context, flags.follow === true),
  ).option('-f, --follow', 'go on printing what is added')
  addAdminCommands(daemon, runner)
}

function withRunFlags(command: Command): void {
  for (const name of RUN_SETTINGS) command.addOption(optionFor(name))
}
