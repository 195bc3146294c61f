// The flags of the commands about one transcription: wait, cancel.
import type { Command } from 'commander'
import { plainNumber } from '../flag-values.ts'
import { addCommand } from './command.ts'
import { action, type Runner, textFlag } from './runner.ts'

export function addJobCommands(program: Command, runner: Runner): void {
  addWait(program, runner)
  addCancel(program, runner)
}

function addWait(program: Command, runner: Runner): void {
  const command = addCommand(program, 'wait', 'Wait until transcriptions are completed', [
    'scribe wait tr_0123 && scribe get tr_0123 -f text',
    'scribe wait --timeout 600 $(scribe transcribe *.mp3 --no-wait)',
  ])
    .argument('<id...>', 'transcriptions (tr_…)')
    .option('--timeout <seconds>', 'give up after so long (default: never)')
  action(command, runner, async (context, args, flags) => {
    const timeout = textFlag(flags, 'timeout')
    const timeoutSeconds = timeout === undefined ? undefined : plainNumber('--timeout', timeout)
    const { wait } = await import('../commands/wait.ts')
    await wait(context, args, timeoutSeconds)
  })
}

function addCancel(program: Command, runner: Runner): void {
  const command = addCommand(
    program,
    'cancel',
    'Cancel transcriptions that are not final; they are not charged',
    ['scribe cancel tr_0123'],
  ).argument('<id...>', 'transcriptions (tr_…)')
  action(command, runner, async (context, args) => {
    const { cancel } = await import('../commands/cancel.ts')
    await cancel(context, args)
  })
}
