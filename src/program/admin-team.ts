// The flags of `scribe daemon team`.
import { type Command, Option } from 'commander'
import { addCommand, addDaemonCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addTeamCommands(daemon: Command, runner: Runner): void {
  const team = addCommand(daemon, 'team', 'Teams of the running server: who may use it, how much', [
    'scribe daemon team create --name Research --minutes 600',
    'scribe daemon team list',
  ])
  const create = addDaemonCommand(team, 'create', 'Make a team with its user and print its id', [
    'scribe daemon team create --name Research --minutes 600',
    'scribe daemon team create --name Trial --no-plan --topup-minutes 30 --json',
  ]).requiredOption('--name <name>', 'what lists call it')
  action(withTeamFlags(create), runner, async (context, _args, flags) => {
    const { createTeam } = await import('../commands/admin/team.ts')
    const { teamInputOf } = await import('../commands/admin/team-input.ts')
    await createTeam(context, teamInputOf(flags))
  })
  const list = addDaemonCommand(team, 'list', 'List the teams, oldest first', [
    'scribe daemon team list',
    "scribe daemon team list --json | jq -r '.data[].team_id'",
  ])
  action(list, runner, async (context) => {
    const { listTeams } = await import('../commands/admin/team.ts')
    await listTeams(context)
  })
  const update = addDaemonCommand(team, 'update', 'Set values of a team; what is not named stays', [
    'scribe daemon team update team_0123 --minutes 600 --max-active-jobs 4',
    'scribe daemon team update team_0123 --plan --verified',
  ])
    .argument('<id>', 'team (team_…)')
    .option('--name <name>', 'what lists call it')
  action(withTeamFlags(update), runner, async (context, args, flags) => {
    const { updateTeam } = await import('../commands/admin/team.ts')
    const { teamChangesOf } = await import('../commands/admin/team-input.ts')
    await updateTeam(context, args[0] ?? '', teamChangesOf(flags))
  })
}

function withTeamFlags(command: Command): Command {
  return command
    .option('--email <address>', "its user's email address")
    .addOption(new Option('--verified', 'the address is verified').conflicts('unverified'))
    .option('--unverified', 'the address is not verified: the team may read, but not create')
    .option('--plan', 'with an active plan')
    .option('--no-plan', 'without a plan')
    .option('--minutes <number>', 'minutes of every cycle; an update sets those left now, too')
    .option('--topup-minutes <number>', "minutes beside the cycle's, which last until used")
    .option('--requests-per-minute <number>', 'requests that it may make in a minute')
    .option('--max-active-jobs <number>', 'transcriptions that it may have under way')
    .option('--max-file-bytes <bytes>', 'largest file that it may send')
}
