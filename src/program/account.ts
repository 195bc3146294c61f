// The flags of `scribe account`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addAccount(program: Command, runner: Runner): void {
  const command = addCommand(program, 'account', 'Show plan, minutes left and limits', [
    'scribe account',
    'scribe account --json | jq .minutes.remaining',
  ])
  action(command, runner, async (context) => {
    const { account } = await import('../commands/account.ts')
    await account(context)
  })
}
