// The flags of `scribe delete`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addDelete(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'delete',
    'Delete final transcriptions with their transcripts',
    ['scribe delete tr_0123', 'scribe delete --yes tr_0123 tr_4567'],
  )
    .argument('<id...>', 'transcriptions (tr_…)')
    .option('-y, --yes', 'do not ask')
  action(command, runner, async (context, args, flags) => {
    const { deleteAll } = await import('../commands/delete.ts')
    await deleteAll(context, args, flags.yes === true)
  })
}
