// The definition of `scribe doctor`.
import type { Command } from 'commander'
import { addCommand } from './command.ts'
import { action, type Runner } from './runner.ts'

export function addDoctor(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'doctor',
    'Check this machine: each point is ok, a warning or a failure with its fix',
    ['scribe doctor', 'scribe doctor --json'],
  )
  action(command, runner, async (context) => {
    const { doctor } = await import('../commands/doctor.ts')
    await doctor(context)
  })
}
