// The flags of the commands about one transcription: get, wait, cancel.
import type { Command } from 'commander'
import { WAIT_MAX_SECONDS } from '../api/limits.ts'
import { oneOf, plainNumber, wholeNumber } from '../flag-values.ts'
import { FORMAT_EXTENSIONS, type Format } from '../outputs/names.ts'
import { action, type Runner, textFlag } from './runner.ts'

const FORMATS = Object.keys(FORMAT_EXTENSIONS) as Format[]

export function addJobCommands(program: Command, runner: Runner): void {
  addGet(program, runner)
  addWait(program, runner)
  addCancel(program, runner)
}

function addGet(program: Command, runner: Runner): void {
  const command = program
    .command('get')
    .argument('<id>', 'transcription (tr_…)')
    .description('Print a transcription or its transcript')
    .option('-f, --format <format>', `${FORMATS.join(', ')} (default: json)`)
    .option('-o, --output <file>', 'write to a file')
    .option('--words', 'times of every word (with -f json)')
    .option('--timestamps', 'put the time before every line (with -f text)')
    .option('--wait <seconds>', `wait up to so long for the end, 0 to ${WAIT_MAX_SECONDS}`)
    .option('--include-deleted', 'also when it was deleted, without its transcript')
    .addHelpText(
      'after',
      `
Examples:
  $ scribe get tr_0123
  $ scribe get tr_0123 -f srt -o talk.srt
  $ scribe get tr_0123 --words | jq '.transcript.segments[].words'
`,
    )
  action(command, runner, async (context, args, flags) => {
    const wait = textFlag(flags, 'wait')
    const options = {
      format: oneOf('--format', textFlag(flags, 'format') ?? 'json', FORMATS),
      output: textFlag(flags, 'output'),
      words: flags.words === true,
      timestamps: flags.timestamps === true,
      includeDeleted: flags.includeDeleted === true,
      waitSeconds:
        wait === undefined ? undefined : wholeNumber('--wait', wait, 0, WAIT_MAX_SECONDS),
    }
    const { get } = await import('../commands/get.ts')
    await get(context, args[0] ?? '', options)
  })
}

function addWait(program: Command, runner: Runner): void {
  const command = program
    .command('wait')
    .argument('<id...>', 'transcriptions (tr_…)')
    .description('Wait until transcriptions are completed')
    .option('--timeout <seconds>', 'give up after so long (default: never)')
    .addHelpText(
      'after',
      `
Examples:
  $ scribe wait tr_0123 && scribe get tr_0123 -f text
  $ scribe wait --timeout 600 $(scribe transcribe *.mp3 --no-wait)
`,
    )
  action(command, runner, async (context, args, flags) => {
    const timeout = textFlag(flags, 'timeout')
    const timeoutSeconds = timeout === undefined ? undefined : plainNumber('--timeout', timeout)
    const { wait } = await import('../commands/wait.ts')
    await wait(context, args, timeoutSeconds)
  })
}

function addCancel(program: Command, runner: Runner): void {
  const command = program
    .command('cancel')
    .argument('<id...>', 'transcriptions (tr_…)')
    .description('Cancel transcriptions that are not final; they are not charged')
    .addHelpText('after', '\nExamples:\n  $ scribe cancel tr_0123\n')
  action(command, runner, async (context, args) => {
    const { cancel } = await import('../commands/cancel.ts')
    await cancel(context, args)
  })
}
