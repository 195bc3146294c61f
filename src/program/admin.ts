// The flags of `scribe daemon key|token|secret|deliveries`; those of `team` stand in
// admin-team.ts. All speak to the running daemon of --data-dir, with the key found there.
import type { Command } from 'commander'
import { SCOPES } from '../api/scopes.ts'
import { oneOf, wholeNumber } from '../flag-values.ts'
import type { Flags } from '../settings.ts'
import { addTeamCommands } from './admin-team.ts'
import { addCommand, addDaemonCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

const TEAM_HELP = 'team (team_…; default: the one of the first start)'
/** About a century. */
const EXPIRES_MAX_SECONDS = 3_000_000_000

export function addAdminCommands(daemon: Command, runner: Runner): void {
  addTeamCommands(daemon, runner)
  addKey(daemon, runner)
  addToken(daemon, runner)
  addSecret(daemon, runner)
  addDeliveries(daemon, runner)
}

function addKey(daemon: Command, runner: Runner): void {
  const key = addCommand(daemon, 'key', 'API keys of the running server', [
    'scribe daemon key create --name laptop',
    'scribe daemon key list',
  ])
  const create = addDaemonCommand(
    key,
    'create',
    'Make an API key and print it; it is shown this once',
    [
      'scribe daemon key create --name laptop',
      'export SCRIBE_API_KEY=$(scribe daemon key create --team team_0123)',
    ],
  )
    .option('--team <id>', TEAM_HELP)
    .option('--name <name>', 'what lists call it')
  action(create, runner, async (context, _args, flags) => {
    const { createKey } = await import('../commands/admin/credentials.ts')
    const name = textFlag(flags, 'name')
    await createKey(context, { ...teamOf(flags), ...(name === undefined ? {} : { name }) })
  })
  const list = addDaemonCommand(key, 'list', 'List keys and tokens, oldest first', [
    'scribe daemon key list',
    'scribe daemon key list --team team_0123 --json',
  ]).option('--team <id>', 'only this team (team_…; default: all)')
  action(list, runner, async (context, _args, flags) => {
    const { listKeys } = await import('../commands/admin/credentials.ts')
    await listKeys(context, textFlag(flags, 'team'))
  })
  addRevoke(key, runner, 'key', 'key_0123')
}

function addToken(daemon: Command, runner: Runner): void {
  const token = addCommand(daemon, 'token', 'Access tokens of the running server', [
    'scribe daemon token create --scope transcriptions:read --expires-in 3600',
  ])
  const create = addDaemonCommand(token, 'create', 'Make an access token and print it, this once', [
    'scribe daemon token create',
    'scribe daemon token create --scope transcriptions:read --expires-in 3600',
  ])
    .option('--team <id>', TEAM_HELP)
    .option(
      '--scope <scope>',
      `${SCOPES.join(' or ')}; repeat it for several (default: all)`,
      (scope: string, before: string[] = []) => [...before, scope],
    )
    .option('--expires-in <seconds>', 'how long it counts (default: for ever)')
  action(create, runner, async (context, _args, flags) => {
    const { createToken } = await import('../commands/admin/credentials.ts')
    await createToken(context, { ...teamOf(flags), scopes: scopesOf(flags), ...expiryOf(flags) })
  })
  addRevoke(token, runner, 'token', 'tok_0123')
}

function addRevoke(group: Command, runner: Runner, kind: 'key' | 'token', example: string): void {
  const command = addDaemonCommand(
    group,
    'revoke',
    `End a ${kind}; requests with it fail from now on`,
    [`scribe daemon ${kind} revoke ${example}`],
  ).argument('<id>', `${kind} (${example.replace('0123', '…')})`)
  action(command, runner, async (context, args) => {
    const { revoke } = await import('../commands/admin/credentials.ts')
    await revoke(context, kind, args[0] ?? '')
  })
}

function addSecret(daemon: Command, runner: Runner): void {
  const secret = addCommand(daemon, 'secret', "What a team's webhooks are signed with", [
    'scribe daemon secret show',
  ])
  const show = addDaemonCommand(secret, 'show', 'Print the signing secret', [
    'scribe daemon secret show',
    'export SCRIBE_WEBHOOK_SECRET=$(scribe daemon secret show)',
  ]).option('--team <id>', TEAM_HELP)
  action(show, runner, async (context, _args, flags) => {
    const { showSecret } = await import('../commands/admin/secret.ts')
    await showSecret(context, textFlag(flags, 'team'))
  })
  const rotate = addDaemonCommand(
    secret,
    'rotate',
    'Replace the signing secret at once, and print it',
    ['scribe daemon secret rotate --team team_0123'],
  ).option('--team <id>', TEAM_HELP)
  action(rotate, runner, async (context, _args, flags) => {
    const { rotateSecret } = await import('../commands/admin/secret.ts')
    await rotateSecret(context, textFlag(flags, 'team'))
  })
}

function addDeliveries(daemon: Command, runner: Runner): void {
  const deliveries = addCommand(daemon, 'deliveries', 'Webhooks that the running server sends', [
    'scribe daemon deliveries list',
    'scribe daemon deliveries retry dlv_0123',
  ])
  const list = addDaemonCommand(deliveries, 'list', 'List webhook deliveries, newest first', [
    'scribe daemon deliveries list',
    'scribe daemon deliveries list --transcription tr_0123 --json',
  ]).option('--transcription <id>', 'only those of this transcription (tr_…)')
  action(list, runner, async (context, _args, flags) => {
    const { listDeliveries } = await import('../commands/admin/deliveries.ts')
    await listDeliveries(context, textFlag(flags, 'transcription'))
  })
  const retry = addDaemonCommand(
    deliveries,
    'retry',
    'Attempt a delivery now, whatever came of it',
    ['scribe daemon deliveries retry dlv_0123'],
  ).argument('<id>', 'delivery (dlv_…)')
  action(retry, runner, async (context, args) => {
    const { retryDelivery } = await import('../commands/admin/deliveries.ts')
    await retryDelivery(context, args[0] ?? '')
  })
}

function teamOf(flags: Flags): { team_id?: string } {
  const team = textFlag(flags, 'team')
  return team === undefined ? {} : { team_id: team }
}

function scopesOf({ scope }: Flags) {
  const named = Array.isArray(scope) ? scope.map((text) => oneOf('--scope', text, SCOPES)) : SCOPES
  return [...new Set(named)]
}

function expiryOf(flags: Flags): { expires_in?: number } {
  const text = textFlag(flags, 'expiresIn')
  if (text === undefined) return {}
  return { expires_in: wholeNumber('--expires-in', text, 1, EXPIRES_MAX_SECONDS) }
}
