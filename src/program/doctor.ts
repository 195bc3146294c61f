// The definition of `scribe doctor`.
import type { Command } from 'commander'
import { action, type Runner } from './runner.ts'

export function addDoctor(program: Command, runner: Runner): void {
  const command = program
    .command('doctor')
    .description('Check this machine: each point is ok, a warning or a failure with its fix')
    .addHelpText('after', '\nExamples:\n  $ scribe doctor\n  $ scribe doctor --json\n')
  action(command, runner, async (context) => {
    const { doctor } = await import('../commands/doctor.ts')
    await doctor(context)
  })
}
